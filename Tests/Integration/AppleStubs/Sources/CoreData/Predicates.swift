// Classes of Foundation that Core Data uses. Declarations here hide those that Foundation marks unavailable on Linux.
public import Foundation

open class NSPredicate: NSObject {
  public let format: String
  public let arguments: [Any]

  public init(format: String, argumentArray: [Any]? = nil) {
    self.format = format
    arguments = argumentArray ?? []
  }

  /// The format with its arguments, as Apple's class shows it; here without the arguments.
  public var predicateFormat: String { format }

  public init(value: Bool) {
    format = value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    arguments = []
  }
}

public final class NSCompoundPredicate: NSPredicate {
  public let subpredicates: [NSPredicate]

  public init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.subpredicates = subpredicates
    super.init(format: "AND")
  }

  public init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.subpredicates = subpredicates
    super.init(format: "OR")
  }
}

public struct Selector: Hashable, Sendable {
  public init(_ name: String) {}
}

public final class NSSortDescriptor: NSObject {
  public let key: String?
  public let ascending: Bool

  public init(key: String?, ascending: Bool) {
    self.key = key
    self.ascending = ascending
  }

  public convenience init(key: String?, ascending: Bool, selector: Selector?) {
    self.init(key: key, ascending: ascending)
  }
}
