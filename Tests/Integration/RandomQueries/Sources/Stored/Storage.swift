// A target needs a Swift file of its own.
enum Storage {}
