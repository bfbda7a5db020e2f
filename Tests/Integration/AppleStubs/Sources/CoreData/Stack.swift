// The part of Core Data's interface that an app's stack uses, for `Samples/ReadingList`. It is only for type-checking, but
// that requests of a context find nothing, and contexts save nothing.
public import Foundation

open class NSManagedObjectModel: NSObject {
  public override init() {}

  public init?(contentsOf url: URL) {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
  }
}

public final class NSPersistentStoreDescription: NSObject {
  public var url: URL?

  public init(url: URL) {
    self.url = url
  }
}

open class NSPersistentContainer: NSObject {
  public let name: String
  public let viewContext = NSManagedObjectContext()
  public var persistentStoreDescriptions: [NSPersistentStoreDescription] = []

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
  }

  public func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions { block(description, nil) }
  }

  public func newBackgroundContext() -> NSManagedObjectContext { NSManagedObjectContext() }
}

extension NSManagedObjectContext: @unchecked Sendable {
  public var automaticallyMergesChangesFromParent: Bool {
    get { false }
    set {}
  }

  public func save() throws {}

  public func perform<Result>(_ block: @escaping () throws -> Result) async rethrows -> Result { try block() }
}

extension NSManagedObject {
  public convenience init(context: NSManagedObjectContext) {
    self.init()
  }
}

public final class NSFetchedResultsController<ResultType>: NSObject where ResultType: NSFetchRequestResult {
  public let fetchRequest: NSFetchRequest<ResultType>

  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext: NSManagedObjectContext, sectionNameKeyPath: String?,
    cacheName: String?
  ) {
    self.fetchRequest = fetchRequest
  }
}
