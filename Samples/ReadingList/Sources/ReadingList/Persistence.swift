#if canImport(CoreData)
  public import CoreData

  /// The app's Core Data stack. It is as it was: cdq neither opens nor migrates nor saves anything.
  @MainActor public final class Persistence {
    public let container: NSPersistentContainer

    /// The reason why the store is not open.
    public enum Failure: Error {
      /// The bundle has no compiled model.
      case noModel
    }

    /// - Parameters:
    ///   - bundle: what has the compiled model, `ReadingList.momd`.
    ///   - file: the store; nil for one in memory, as in previews.
    /// - Throws: `Failure`, or what Core Data throws.
    public init(bundle: Bundle = .main, file: URL?) async throws {
      guard let url = bundle.url(forResource: "ReadingList", withExtension: "momd"),
        let model = NSManagedObjectModel(contentsOf: url)
      else { throw Failure.noModel }
      container = NSPersistentContainer(name: "ReadingList", managedObjectModel: model)
      let description = NSPersistentStoreDescription(url: file ?? URL(fileURLWithPath: "/dev/null"))
      container.persistentStoreDescriptions = [description]
      let container = container
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        container.loadPersistentStores { _, error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
      container.viewContext.automaticallyMergesChangesFromParent = true
    }
  }
#endif
