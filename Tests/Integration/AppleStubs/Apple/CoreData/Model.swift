// The part of Core Data's interface that makes models and stores in code, for `Tests/Integration/Device`.
public import Foundation

open class NSPropertyDescription: NSObject {
  open var name = ""
  open var isOptional = true
  open var isTransient = false
}

public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
}

open class NSAttributeDescription: NSPropertyDescription {
  open var attributeType = NSAttributeType.undefinedAttributeType
}

public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule
  case nullifyDeleteRule
  case cascadeDeleteRule
  case denyDeleteRule
}

open class NSRelationshipDescription: NSPropertyDescription {
  unowned(unsafe) open var destinationEntity: NSEntityDescription?
  unowned(unsafe) open var inverseRelationship: NSRelationshipDescription?
  open var maxCount = 0
  open var deleteRule = NSDeleteRule.nullifyDeleteRule
}

open class NSEntityDescription: NSObject {
  open var name: String?
  open var properties: [NSPropertyDescription] = []

  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject { NSManagedObject() }
}

extension NSManagedObjectModel {
  public var entities: [NSEntityDescription] {
    get { [] }
    set {}
  }
}

open class NSPersistentStore: NSObject {
  public struct StoreType: Sendable {
    public static let sqlite = StoreType()
    public static let inMemory = StoreType()
  }
}

open class NSPersistentStoreCoordinator: NSObject {
  public init(managedObjectModel model: NSManagedObjectModel) {}

  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore { NSPersistentStore() }
}

extension NSManagedObjectContext {
  public enum ConcurrencyType: Sendable { case mainQueue, privateQueue }

  public convenience init(_ type: ConcurrencyType) {
    self.init()
  }

  public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { nil }
    set {}
  }

  public func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result { try block() }

  public func reset() {}
}
