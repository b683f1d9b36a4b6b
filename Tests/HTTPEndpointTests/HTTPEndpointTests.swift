// HTTPEndpointTests
