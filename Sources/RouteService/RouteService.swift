// RouteService
