// RouteServiceTests
