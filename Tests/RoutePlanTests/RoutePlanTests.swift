// RoutePlanTests
