// Navigator
