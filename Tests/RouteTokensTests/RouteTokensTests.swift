// RouteTokensTests
