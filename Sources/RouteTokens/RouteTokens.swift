// RouteTokens
