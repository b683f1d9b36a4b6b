// Routing
