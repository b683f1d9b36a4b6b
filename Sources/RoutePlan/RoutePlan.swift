// RoutePlan
