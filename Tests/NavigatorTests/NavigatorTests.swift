// NavigatorTests
