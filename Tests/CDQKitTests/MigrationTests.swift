import CDQKit
import CDQRuntime
import Foundation
import Testing

/// Migration: opening a snapshot that was saved with an older version of the schema.
@Suite struct MigrationTests {
  static let old = """
    enum Mood: String { good, bad }
    entity User {
      id: Int64 @unique
      name: String
      age: Int16?
      mood: Mood = .good
      draft: String?
      posts: [Post] inverse author @delete(cascade)
      friend: User?
    }
    entity Post { title: String  stars: Int32  tags: [Tag]  author: User? inverse posts }
    entity Tag { name: String }
    entity Log { line: String }
    """

  static func saved(_ schema: String = old) throws -> Data {
    let store = Store(schema: try Schema(parsing: schema))
    try store.transaction { change in
      try change.insert("Log", ["line": .string("x")])
      let tags = try ["a", "b"].map { Value.object(try change.insert("Tag", ["name": .string($0)])) }
      let ann = try change.insert("User", ["id": .int(1), "name": .string("Ann"), "age": .int(30)])
      try change.insert("User", ["id": .int(2), "name": .string("Bob"), "friend": .object(ann), "mood": .string("bad")])
      try change.insert(
        "Post", ["title": .string("p"), "stars": .int(5), "author": .object(ann), "tags": .list(tags)])
      try change.insert("Post", ["title": .string("q"), "stars": .int(0), "author": .object(ann), "tags": .list([tags[0]])])
    }
    return try store.snapshot.encoded()
  }

  static func open(_ schema: String) throws -> Store {
    try Store(bytes: try saved(), name: "f", schema: try Schema(parsing: schema))
  }

  @Test func everythingThatCanBeInferred() throws {
    let store = try Self.open(
      """
      /// Entities come in another order, which moves every reference.
      entity Label { @@renamed(from: "Tag")  name: String  posts: [Article] inverse labels }
      entity Topic { name: String @unique }
      enum Mood: String { good, bad, calm }
      entity Article {
        @@renamed(from: "Post")
        title: String @unique
        rating: Double @renamed(from: "stars")
        labels: [Label] inverse posts @renamed(from: "tags")
        authors: [Person] inverse articles @renamed(from: "author")
        topic: Topic?
      }
      entity Person {
        @@renamed(from: "User")
        id: Int64 @unique
        name: String?
        age: Int64 = 18
        mood: Mood = .calm
        note: String?
        isActive: Bool = true
        articles: [Article] inverse authors @renamed(from: "posts")
        friend: Person? inverse friends
        friends: [Person] inverse friend
      }
      """)
    let people = store.records(of: "Person")
    #expect(people.map { $0["name"] } == [.string("Ann"), .string("Bob")])
    #expect(people.map { $0["age"] } == [.int(30), .int(18)])
    #expect(people.map { $0["mood"] } == [.string("good"), .string("bad")])
    #expect(people.map { $0["note"] } == [.null, .null])
    #expect(people.map { $0["isActive"] } == [.bool(true), .bool(true)])
    #expect(people.map { $0.references("friends").map { $0["name"] } } == [[.string("Bob")], []])
    let articles = store.records(of: "Article")
    #expect(articles.map { $0["rating"] } == [.double(5), .double(0)])
    #expect(articles.map { $0.references("authors").map { $0["id"] } } == [[.int(1)], [.int(1)]])
    #expect(people[0].references("articles").map { $0["title"] } == [.string("p"), .string("q")])
    #expect(
      store.records(of: "Label").map { $0.references("posts").map { $0["title"] } }
        == [[.string("p"), .string("q")], [.string("p")]])
    #expect(store.count(of: "Topic") == 0)
    // The attribute that is unique now finds its objects, and the store enforces it.
    #expect(store.record(ObjectKey(root: "Article", identity: .string("q"))) != nil)
    #expect(throws: StoreError.self) { try store.insert("Article", ["title": .string("p"), "rating": .double(1)]) }
    // The next snapshot has the new version of the schema.
    let again = try Store(bytes: try store.snapshot.encoded())
    #expect(again.schema == store.schema)
    #expect(again.records(of: "Label")[0].references("posts").count == 2)
  }

  @Test func entitiesMoveBelowOneRoot() throws {
    let store = try Self.open(
      """
      abstract entity Thing { label: String? }
      entity User: Thing { id: Int64 @unique  name: String }
      entity Tag: Thing { name: String }
      """)
    #expect(store.records(of: "Thing").map { $0["name"] } == ["Ann", "Bob", "a", "b"].map { .string($0) })
    #expect(Set(store.records(of: "Thing").map(\.number)).count == 4)
    let key = try store.insert("Tag", ["name": .string("c")])
    #expect(store.records(of: "Thing").last?.key == key)
  }

  @Test func aPlanTellsWhatItDoes() throws {
    let plan = try MigrationPlan(
      from: try Schema(parsing: "entity A { x: Int32  y: String? } entity B { z: Bool }"),
      to: try Schema(parsing: "entity A { w: Double @renamed(from: \"x\")  y: String = \"-\"  other: A? }"))
    #expect(
      plan.summary == [
        "A.w: was 'x'", "A.w: converted", "A.y: \"-\" where it was nil", "A.other: new, empty", "B: left behind",
      ])
  }

  /// Changes of one entity or property that cannot be inferred, and the whole error message.
  static let refusals: [(String, String)] = [
    (
      "entity User { id: Int64 @unique  email: String }",
      """
      User.email: is new and needs a value: give it a default, as in 'email: String = ""', or make it optional; if it was \
      'name', add @renamed(from: "name")
      """
    ),
    (
      "entity User { age: Int16 }",
      "User.age: needs a value now and could be nil: give it a default, as in 'age: Int16 = 0', or keep it optional"
    ),
    (
      "entity User { id: Int32 @unique }",
      "User.id: is Int32 now and was Int64, of which not every value can be one: keep Int64, or declare it under another name"
    ),
    (
      "entity User { id: Double }",
      "User.id: is Double now and was Int64, of which not every value can be one: keep Int64, or declare it under another name"
    ),
    (
      "enum Mood: String { good } entity User { mood: Mood }",
      "User.mood: the enum 'Mood' has no case for \"bad\" any more: keep the case 'bad = \"bad\"'"
    ),
    (
      "entity User { posts: Post? inverse author } entity Post { author: User? inverse posts }",
      "User.posts: leads to one object now and led to several: keep it '[Post]', or declare the to-one under another name"
    ),
    (
      "entity User { id: Int64 } entity Post { author: User }",
      "Post.author: needs an object now and could be nil: keep it 'User?'"
    ),
    (
      "entity User { id: Int64 } entity Tag { user: User }",
      "Tag.user: is new and needs an object: make it optional, 'user: User?'"
    ),
    (
      "entity Person { id: Int64 @unique } entity Post { author: Person? }",
      """
      Post.author: leads to Person now and led to User, which is gone: if that is Person now, declare it with \
      @@renamed(from: "User"); else give the relationship another name
      """
    ),
    (
      "entity User { friend: Tag? } entity Tag { name: String }",
      "User.friend: leads to Tag now and led to User: keep it to User, or declare it under another name"
    ),
    (
      "entity User { posts: [Post] inverse author } entity Post { author: User? inverse posts @renamed(from: \"x\")  tags: String? }",
      "Post.tags: is an attribute now and was none: give it another name without @renamed"
    ),
    (
      "abstract entity Tag { name: String } entity Sub: Tag { x: Int64? }",
      "Tag: is abstract now, so its objects have no entity: keep it concrete"
    ),
    (
      "entity User { id: Int64 @unique } entity Post { title: String  stars: Int32  tags: [Tag] inverse post } "
        + "entity Tag { name: String  post: Post? inverse tags }",
      "Tag.post: would be filled from 'Post.tags', by which 1 object is reached more than once: make it '[Post]'"
    ),
    (
      "enum Mood: String { good, bad } entity User { mood: Mood @unique } entity Log { x: Bool = true }",
      ""
    ),
    (
      "entity Tag { kind: Bool = true @unique }",
      "Tag.kind: is unique now, but 1 object has what another one has, such as true: "
        + "declare it unique when the old version has made the values different"
    ),
  ]

  @Test(arguments: refusals)
  func whatCannotBeInferredIsRefused(_ schema: String, _ message: String) throws {
    let schema = try Schema(parsing: schema)
    let bytes = try Self.saved()
    if message.isEmpty {
      _ = try Store(bytes: bytes, schema: schema)
      return
    }
    let error = #expect(throws: SnapshotError.self) { _ = try Store(bytes: bytes, name: "f", schema: schema) }
    #expect(error?.description == "'f' was saved with another schema and cannot be migrated:\n  \(message)")
  }

  @Test func allProblemsAreListed() throws {
    let error = #expect(throws: SnapshotError.self) {
      _ = try Self.open("entity User { id: Int16  email: String  age: Int16 } entity Tag { size: Int64 }")
    }
    guard case .notMigratable(_, let problems)? = error else {
      Issue.record("not refused")
      return
    }
    #expect(problems.map { "\($0.entity).\($0.property ?? "")" } == ["User.id", "User.email", "User.age", "Tag.size"])
  }

  @Test func documentationIsNoMigration() throws {
    let schema = Self.old.replacingOccurrences(of: "entity Tag", with: "/// A word.\n    entity Tag")
    let store = try Self.open(schema)
    #expect(store.count(of: "Tag") == 2)
    #expect(store.schema.entity(named: "Tag")?.documentation == "A word.")
    let plan = try MigrationPlan(from: try Schema(parsing: Self.old), to: store.schema)
    #expect(plan.summary.isEmpty)
  }
}
