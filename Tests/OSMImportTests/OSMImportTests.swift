// OSMImportTests
