// The part of Core Data's and Foundation's public interface that generated code uses, so that it can be type-checked
// without Apple's frameworks. Declarations here hide those that Foundation marks unavailable on Linux.
@_exported public import Foundation

public protocol NSFetchRequestResult: AnyObject {}

open class NSPredicate: NSObject {
  public let format: String
  public let arguments: [Any]

  public init(format: String, argumentArray: [Any]? = nil) {
    self.format = format
    arguments = argumentArray ?? []
  }

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

open class NSManagedObject: NSObject, NSFetchRequestResult {
  open func value(forKeyPath keyPath: String) -> Any? { nil }
  open func willAccessValue(forKey key: String?) {}
  open func didAccessValue(forKey key: String?) {}
  open func willChangeValue(forKey key: String) {}
  open func didChangeValue(forKey key: String) {}
  open func primitiveValue(forKey key: String) -> Any? { nil }
  open func setPrimitiveValue(_ value: Any?, forKey key: String) {}
}

public final class NSFetchRequest<ResultType>: NSObject where ResultType: NSFetchRequestResult {
  public let entityName: String?
  public var predicate: NSPredicate?
  public var sortDescriptors: [NSSortDescriptor]?
  public var fetchLimit = 0
  public var fetchOffset = 0
  public var fetchBatchSize = 0
  public var includesSubentities = true

  public init(entityName: String) {
    self.entityName = entityName
  }
}

open class NSManagedObjectContext: NSObject {
  open func fetch<Object>(_ request: NSFetchRequest<Object>) throws -> [Object] where Object: NSFetchRequestResult { [] }
  open func count<Object>(for request: NSFetchRequest<Object>) throws -> Int where Object: NSFetchRequestResult { 0 }
  open func delete(_ object: NSManagedObject) {}
}

/// Body of the accessors that `@NSManaged` would provide. It always traps: the stub is only for type-checking.
public func managed<Value>() -> Value { preconditionFailure("a stub has no values") }
