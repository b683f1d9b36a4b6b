// GeometryTests
