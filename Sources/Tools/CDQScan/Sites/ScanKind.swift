/// The kind of a place where an app writes a predicate or a key path.
package enum ScanKind: String, Hashable, Sendable, CaseIterable {
  /// `NSPredicate(format:)`, `predicateWithFormat:`
  case predicateFormat = "predicate-format"
  /// A predicate without a format: of a block, a constant, a metadata query, two expressions.
  case predicateObject = "predicate-object"
  /// `NSExpression(format:)`
  case expressionFormat = "expression-format"
  /// `#Predicate`
  case predicateMacro = "predicate-macro"
  /// `@FetchRequest`, `@SectionedFetchRequest`, `FetchRequest(…)`
  case fetchRequest = "fetch-request"
  /// `@Query` of SwiftData
  case query
  /// Realm's `objectsWhere:`, `.filter("…")` and the like
  case realmFormat = "realm-format"
  /// `NSSortDescriptor`, `SortDescriptor`, `sorted(byKeyPath:)`
  case sort
  /// A key path as a text, such as `sectionNameKeyPath: "country.name"`
  case keyPath = "key-path"
  /// A fetch-request template or fetched property of a Core Data model
  case template
  /// A predicate in a storyboard or xib
  case interface
  /// A file that is not UTF-8
  case file
}
