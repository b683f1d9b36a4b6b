#include "CNavigatorProto.h"
