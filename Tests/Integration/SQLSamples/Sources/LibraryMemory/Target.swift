import CDQRuntime

extension Schema {
  /// The schema under its name in the sample.
  static var shelves: Schema { .libraryMemory }
}
