// MapMatchingTests
