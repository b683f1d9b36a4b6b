// HTTPEndpoint
