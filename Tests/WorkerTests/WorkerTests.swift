// WorkerTests
