// A target needs a Swift file of its own; everything else here is generated.
