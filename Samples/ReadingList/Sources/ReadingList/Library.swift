#if canImport(CoreData)
  import CDQValues
  public import CoreData

  /// What the screens of the app ask and change.
  @MainActor public struct Library {
    private let container: NSPersistentContainer
    private var context: NSManagedObjectContext { container.viewContext }

    public init(_ persistence: Persistence) {
      container = persistence.container
    }

    // MARK: By cdq

    /// Books for the search field; an empty text finds all.
    public func search(_ text: String, on shelf: String? = nil, newestFirst: Bool = false) throws -> [Book] {
      try Queries.search(
        in: context, text: text.isEmpty ? nil : text, shelf: shelf, order: newestFirst ? .added : .title)
    }

    /// The same books for a table that follows the changes of the context: cdq gives the request, Core Data the rest.
    public func searchController(_ text: String, on shelf: String? = nil) -> NSFetchedResultsController<Book> {
      let request = Queries.searchRequest(text: text.isEmpty ? nil : text, shelf: shelf, order: .title)
      request.fetchBatchSize = 40
      return NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    }

    /// How many books were finished in a year.
    public func finishedCount(in year: Int64) throws -> Int {
      try Queries.finishedIn(in: context, year: year)
    }

    /// Deletes books that were finished before a day, away from the main thread. The app saves, as ever.
    public func forget(before day: Date) async throws -> Int {
      let background = container.newBackgroundContext()
      return try await background.perform { @Sendable in
        let count = try Queries.forget(in: background, day: day)
        try background.save()
        return count
      }
    }

    // MARK: By hand, as before; `cdq scan` checks it, and it can stay

    /// Books that are not finished, newest first.
    public func unfinished(by author: String) throws -> [Book] {
      let request = NSFetchRequest<Book>(entityName: "Book")
      request.predicate = NSPredicate(format: "finished == nil AND author == %@", argumentArray: [author])
      request.sortDescriptors = [NSSortDescriptor(key: "added", ascending: false)]
      return try context.fetch(request)
    }

    /// Adds a book to a shelf, and saves.
    public func add(_ title: String, by author: String?, pages: Int32, to shelf: Shelf?) throws {
      let book = Book(context: context)
      (book.title, book.author, book.pages, book.shelf) = (title, author, pages, shelf)
      book.added = Date()
      try context.save()
    }
  }
#endif
