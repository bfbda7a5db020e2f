extension Circle {
  /// Hand-written code stands beside the generated.
  public var diameter: Double { radius * 2 }
}
