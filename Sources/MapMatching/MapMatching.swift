// MapMatching
