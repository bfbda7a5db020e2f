// Linux only: the stub of Core Data shows the format and the arguments of a request.
#if !canImport(Darwin)
  import CDQKit
  import CoreData
  import ReadingList
  import Testing

  /// The requests that the generated functions make, read again by cdq, find what the queries find in memory.
  @Suite struct RequestTests {
    private let books: Books

    init() throws {
      books = try Books()
    }

    /// The predicate of a request. A part that was not given is not in it.
    private func predicate(_ predicate: NSPredicate?) throws -> CheckedPredicate {
      switch predicate {
      case nil: return .everything
      case let compound as NSCompoundPredicate:
        let parts = try compound.subpredicates.map { try self.predicate($0) }
        return compound.format == "OR" ? try .any(parts) : try .all(parts)
      case .some(let predicate):
        let arguments = predicate.arguments.map { $0 as? any FormatArgument }
        return try CheckedPredicate(
          format: predicate.format, argumentArray: arguments, for: "Book", in: books.schema)
      }
    }

    @Test(arguments: [nil, "e", "LEM", "%", "x"] as [String?], [nil, "Classics", "Nowhere"] as [String?])
    func `A search finds the same`(_ text: String?, _ shelf: String?) throws {
      let request = Queries.searchRequest(text: text, shelf: shelf, order: .title)
      #expect(request.entityName == "Book" && request.sortDescriptors?.map(\.key) == ["title"])
      var arguments: Arguments = ["order": "title"]
      if let text { arguments["text"] = .string(text) }
      if let shelf { arguments["shelf"] = .string(shelf) }
      #expect(try books.titles(where: predicate(request.predicate)) == books.titles("search", arguments))
    }

    @Test func `Inequality finds books without an author`() throws {
      let request = Queries.notByRequest(author: "Jane Austen")
      #expect(
        try books.titles(where: predicate(request.predicate)) == books.titles("notBy", ["author": "Jane Austen"]))
    }

    @MainActor @Test func `The app's own functions run`() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-reading-list-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      func bundle(_ name: String, _ file: String) throws -> Bundle {
        let bundle = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data().write(to: bundle.appendingPathComponent(file))
        return try #require(Bundle(url: bundle))
      }
      await #expect(throws: Persistence.Failure.self) {
        try await Persistence(bundle: bundle("Other.bundle", "Other.momd"), file: nil)
      }
      let app = Library(try await Persistence(bundle: bundle("App.bundle", "ReadingList.momd"), file: nil))
      // The stub's context holds nothing; what counts is that each function makes its request.
      #expect(try app.search("").isEmpty && app.search("x", on: "y", newestFirst: true).isEmpty)
      #expect(try app.finishedCount(in: 2025) == 0 && app.unfinished(by: "Jane Austen").isEmpty)
      #expect(try await app.forget(before: Date()) == 0)
      let request = app.searchController("a").fetchRequest
      #expect(request.fetchBatchSize == 40 && request.entityName == "Book")
      try app.add("Momo", by: nil, pages: 304, to: nil)
    }
  }
#endif
