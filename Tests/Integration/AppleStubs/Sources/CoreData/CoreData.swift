// The part of Core Data's and Foundation's public interface that generated code uses, so that it can be type-checked
// without Apple's frameworks. Declarations here hide those that Foundation marks unavailable on Linux.
@_exported public import Foundation

public protocol NSFetchRequestResult: AnyObject {}

open class NSManagedObject: NSObject, NSFetchRequestResult {
  open func value(forKeyPath keyPath: String) -> Any? { nil }
  open func value(forKey key: String) -> Any? { nil }
  open func setValue(_ value: Any?, forKey key: String) {}
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
