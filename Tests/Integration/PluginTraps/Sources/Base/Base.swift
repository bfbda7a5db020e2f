extension Circle {
  /// Twice the radius. Handwritten code can extend a generated type.
  public var diameter: Double { radius * 2 }
}
