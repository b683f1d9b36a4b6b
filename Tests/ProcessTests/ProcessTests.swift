// ProcessTests
