import AtlasMemory
import AtlasSQLite
import CDQDatabase
import CDQRuntime
import DiaryMemory
import DiarySQLite
import Foundation
import LibraryMemory
import LibrarySQLite
import MessagesMemory
import MessagesSQLite
import Testing

/// The edits of samples on a store and on SQLite.
@Suite struct EditTests {
  @Test func `A day at the library is that of memory`() async throws {
    let store = DatabaseStore(schema: .librarySQLite, .sqlite(path: ":memory:"))
    #expect(try await ShelvesDatabase(store).tour() == ShelvesDemo.tour())
  }

  @Test func `An evening on the board is that of memory`() throws {
    let store = DatabaseStore(schema: .messagesSQLite, .sqlite(path: ":memory:"))
    try store.create()
    let lines = try store.transaction { try BoardDatabase($0).tour() }
    #expect(lines == (try BoardDemo.tour()))
  }

  @Test func `Profiles are those of memory, with posts, what they answer, and nothing where there is none`() async throws {
    let memory = Store(schema: .messagesMemory)
    let store = DatabaseStore(schema: .messagesSQLite, .sqlite(path: ":memory:"))
    try store.create()
    let posts: [(id: Int64, author: String?, answerTo: Int64?)] = [
      (1, "ann", nil), (2, "bob", 1), (3, "ann", 2), (4, "ann", nil), (5, nil, 1), (6, "bob", 5),
    ]
    try memory.transaction { change in
      for handle in ["ann", "bob", "cy"] { try change.save(MessagesMemory.User(handle: handle, name: handle.uppercased())) }
      for post in posts {
        let at = Date(timeIntervalSinceReferenceDate: Double(post.id))
        try change.save(MessagesMemory.Post(id: post.id, text: "no. \(post.id)", at: at, author: post.author, answerTo: post.answerTo))
      }
    }
    try await store.transaction { change in
      for handle in ["ann", "bob", "cy"] { try change.save(MessagesSQLite.User(handle: handle, name: handle.uppercased())) }
      for post in posts {
        let at = Date(timeIntervalSinceReferenceDate: Double(post.id))
        try change.save(MessagesSQLite.Post(id: post.id, text: "no. \(post.id)", at: at, author: post.author, answerTo: post.answerTo))
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for count in [0, 1, 2, 10] as [Int64] {
      let expected = try encoder.encode(Queries.profiles(in: memory, count: count))
      #expect(try await encoder.encode(Queries.profiles(in: store, count: count)) == expected)
      let inside = try await store.transaction { try encoder.encode(Queries.profiles(in: $0, count: count)) }
      #expect(inside == expected)
    }
    #expect(try Queries.profiles(count: 1).related.count == 3)
    await #expect(throws: DatabaseError.self) { _ = try encoder.encode(await Queries.profiles(in: store, count: -1)) }
  }

  // MARK: The diary: tags to many, a place that cannot go

  @Test func `Entries keep their tags and places as in memory`() throws {
    let memory = Store(schema: .diaryMemory)
    let store = DatabaseStore(schema: .diarySQLite, .sqlite(path: ":memory:"))
    try store.create()
    let days = (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
    let tags = [["walk", "sea"], ["rain"], [], ["sea", "rain", "walk"]]
    for (day, tags) in zip(days, tags) {
      try memory.transaction { change in
        try change.save(DiaryMemory.Place(name: "Porto"))
        let keys = try tags.map { Value.object(try change.save(DiaryMemory.Tag(name: $0)).key) }
        let saved = try change.save(DiaryMemory.Entry(day: day, text: "On \(tags.count) ways", mood: .glad, place: "Porto"))
        try change.update(saved.key, ["tags": .list(keys)])
      }
      try store.transaction { change in
        try change.save(DiarySQLite.Place(name: "Porto"))
        let keys = try tags.map { Value.object(try change.save(DiarySQLite.Tag(name: $0)).key) }
        let saved = try change.save(DiarySQLite.Entry(day: day, text: "On \(tags.count) ways", mood: .glad, place: "Porto"))
        try change.update(saved.key, ["tags": .list(keys)])
      }
    }
    func expectSame() throws {
      try store.transaction { change in
        #expect(try Queries.tags(in: change).map(\.name) == Queries.tags(in: memory).map(\.name))
        #expect(try Queries.unused(in: change).map(\.name) == Queries.unused(in: memory).map(\.name))
        #expect(try Queries.search(in: change, tag: "sea").map(\.day) == Queries.search(in: memory, tag: "sea").map(\.day))
        let both = try Queries.withBoth(in: change, first: "walk", second: "rain").map(\.day)
        #expect(try both == Queries.withBoth(in: memory, first: "walk", second: "rain").map(\.day))
        #expect(try DiarySQLite.Entry.all(in: change).map(\.text) == DiaryMemory.Entry.all(in: memory).map(\.text))
      }
    }
    try expectSame()

    // Unlinks a tag, adds another one in front, and tears an entry out.
    let sea = ObjectKey(root: "Tag", identity: .string("sea"))
    let rain = ObjectKey(root: "Tag", identity: .string("rain"))
    let key = try #require(try Queries.entries(in: memory).last).objectKeyOfDay
    try memory.transaction { change in
      try change.remove([sea], from: "tags", of: key)
      try change.add([rain], to: "tags", of: key, at: 0)
      if let entry = try DiaryMemory.Entry.find(day: days[3], in: change) { try change.delete(entry) }
    }
    try store.transaction { change in
      try change.remove([sea], from: "tags", of: key)
      try change.add([rain], to: "tags", of: key, at: 0)
      try DiarySQLite.Entry.find(day: days[3], in: change)?.delete(in: change)
    }
    try expectSame()

    // A place cannot go while a day happened there, in either; nothing is changed then.
    var refusals: [StoreError] = []
    do {
      try DiaryMemory.Place(name: "Porto").delete(in: memory)
    } catch {
      refusals.append(error)
    }
    do {
      try store.transaction { try DiarySQLite.Place(name: "Porto").delete(in: $0) }
    } catch DatabaseError.execution(.refused(let error)) {
      refusals.append(error)
    }
    #expect(refusals.count == 2 && refusals.first == refusals.last)
    try expectSame()
  }

  // MARK: Countries

  /// What `Editor.makeCapital` does.
  private static func makeCapital(_ id: Int64, in transaction: DatabaseTransaction) throws {
    guard var city = try AtlasSQLite.City.find(id: id, in: transaction), let country = city.country else {
      throw ExecutionError.notFound(entity: "City")
    }
    if var capital = try? Queries.capital(in: transaction, country: country) as AtlasSQLite.City {
      capital.isCapital = false
      try transaction.update(capital)
    }
    city.isCapital = true
    try transaction.update(city)
  }

  @Test func `A capital is changed by one transaction, or not at all`() async throws {
    let store = DatabaseStore(schema: .atlasSQLite, .sqlite(path: ":memory:"))
    try store.create()
    try await store.transaction { change in
      try change.insert(AtlasSQLite.Country(code: "NO", name: "Norge", continent: .europe))
      try change.insert(all: [
        AtlasSQLite.City(id: 1, name: "Oslo", isCapital: true, country: "NO"),
        AtlasSQLite.City(id: 2, name: "Bergen", country: "NO"), AtlasSQLite.City(id: 3, name: "Nowhere"),
      ])
      return
    }
    try await store.transaction { try Self.makeCapital(2, in: $0) }
    #expect(try await (Queries.capital(in: store, country: "NO") as AtlasSQLite.City).name == "Bergen")
    await #expect(throws: ExecutionError.notFound(entity: "City")) { try await store.transaction { try Self.makeCapital(3, in: $0) } }
    #expect(try await AtlasSQLite.City.all(in: store).filter(\.isCapital).map(\.id) == [2])

    // What is refused leaves a transaction as it was, and a savepoint takes back the rest.
    try await store.transaction { change in
      let mark = try change.savepoint()
      #expect(throws: DatabaseError.self) { try AtlasSQLite.City(id: 2, name: "Twice").insert(in: change) }
      try AtlasSQLite.City(id: 4, name: "Narvik", country: "NO").insert(in: change)
      #expect(try AtlasSQLite.City.count(in: change) == 4)
      try change.rollBack(to: mark)
      let kept = try change.insert(
        AtlasSQLite.City(id: 1, name: "Kristiania"), onConflict: .keep)
      #expect(kept.action == .kept)
    }
    #expect(try await AtlasSQLite.City.count(in: store) == 3)
    #expect(try await AtlasSQLite.City.find(id: 1, in: store)?.name == "Oslo")
    // The country takes its cities along.
    #expect(try await AtlasSQLite.Country(code: "NO", name: "Norge", continent: .europe).delete(in: store) == 3)
    #expect(try await AtlasSQLite.City.all(in: store).map(\.name) == ["Nowhere"])
  }
}

extension DiaryMemory.Entry {
  /// The key by its day, which is a date.
  fileprivate var objectKeyOfDay: ObjectKey {
    ObjectKey(root: "Entry", identity: ObjectKey.Identity(.date(day)))
  }
}
