// TourPlannerTests
