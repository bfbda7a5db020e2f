// A target needs at least one Swift file; everything else here is generated.
