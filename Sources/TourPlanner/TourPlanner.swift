// TourPlanner
