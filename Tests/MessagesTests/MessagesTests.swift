// MessagesTests
