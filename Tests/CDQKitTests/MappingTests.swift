import CDQKit
import CDQRuntime
import Foundation
import Testing

/// Mappings from their declarations to changes of a store.
@Suite struct MappingTests {
  static let schema: Result<Schema, QueryError> = Result { () throws(QueryError) in
    try Schema(
      parsing: """
        enum Status: String { open, done }
        entity Tasklist { id: Int64 @unique  name: String  tasks: [Task] inverse list @delete(cascade) }
        abstract entity Item { id: Int64 @unique  title: String  position: Int64? @index }
        entity Task: Item {
          status: Status = .open  due: Date?  created: Date?  stars: Int64?
          list: Tasklist? inverse tasks
          responsible: User? inverse tasks
          comments: [Comment] inverse task
        }
        entity Bug: Item { severity: Int64? }
        entity User { id: Int64 @unique  name: String @json("full_name")  tasks: [Task] inverse responsible }
        entity Comment {
          source: String  number: Int64  text: String  referenceType: String  referenceId: Int64
          task: Task? inverse comments
          @@unique(source, number)
        }
        """)
  }

  static let text = #"""
    mapping RemoteTask: Task at data.tasks where status == .open AND title != "" scope list.id == $listID {
      id = task_id
      title = text.plain
      status = status as { "active": .open, "completed": .done }
      due = "due-on" as date("yyyy-MM-dd HH:mm:ss")
      created = times[0] as milliseconds
      stars = stars as clamped
      list = $list
      responsible = responsible.user using RemoteUser
      position = @index
      comments = Comment where referenceType == "task" AND referenceId == $id
    }
    mapping RemoteUser: User { id = user_id }
    mapping RemoteComment: Comment at comments {
      referenceType = ref.type
      referenceId = ref.id
      task = Task where $referenceType == "task" AND id == $referenceId
    }
    mapping RemoteItem: Item at items {
      @entity = kind as { "task": Task, 2: Bug }
      id = key
      severity = level
    }
    """#

  static func prepared(_ name: String) throws -> PreparedMapping {
    let schema = try schema.get()
    return try PreparedMapping(MappingIR(parsing: text, named: name, in: schema), schema: schema)
  }

  static func store() throws -> Store {
    let store = Store(schema: try schema.get())
    try store.insert("Tasklist", ["id": 1, "name": "Home"])
    return store
  }

  static let list = ObjectKey(root: "Tasklist", identity: .int(1))
  static let arguments: Arguments = ["list": .object(list), "listID": 1]
  static func data(_ text: String) -> Data { Data(text.utf8) }

  static func tasks(_ ids: [Int]) -> Data {
    let tasks = ids.map { #"{"task_id": \#($0), "text": {"plain": "t\#($0)"}, "status": "active", "stars": 1}"# }
    return data(#"{"data": {"tasks": [\#(tasks.joined(separator: ","))]}}"#)
  }

  static let clamped: [String: MappingTransform] = [
    "clamped": { json in if case .integer(let number) = json { .int(min(5, number)) } else { .null } }
  ]

  @Test func `Every kind of source gives its property`() throws {
    let store = try Self.store()
    let response = Self.data(
      #"""
      {"data": {"tasks": [
        {"task_id": 7, "text": {"plain": "Paint"}, "status": "active", "due-on": "2026-01-31 08:30:00", "stars": 9,
         "times": [1767225600000], "responsible": {"user": {"user_id": 3, "full_name": "Ann"}}},
        {"task_id": 8, "text": {"plain": "Old"}, "status": "completed"},
        {"task_id": 9, "text": {"plain": "Plan"}, "status": "active", "responsible": {"user": 3}}
      ]}}
      """#)
    let mapping = try Self.prepared("RemoteTask")
    let report = try store.apply(mapping, response: response, arguments: Self.arguments, transforms: Self.clamped)
    #expect(report.errors == [] && report.skipped == 1)
    #expect(report.inserted.map(\.identity) == [.int(3), .int(7), .int(9)])
    let task = try #require(store.record(ObjectKey(root: "Item", identity: .int(7))))
    #expect(task["title"] == "Paint" && task["status"] == "open" && task["stars"] == 5 && task["position"] == 0)
    #expect(task["due"] == .date(try #require(ISO8601.date(from: "2026-01-31T08:30:00Z"))))
    #expect(task["created"] == .date(Date(timeIntervalSince1970: 1_767_225_600)))
    #expect(task.reference("responsible")?["name"] == "Ann")
    #expect(store.record(Self.list)?.references("tasks").map(\.key.identity) == [.int(7), .int(9)])
    #expect(store.records(of: "User")[0].references("tasks").count == 2)
    let again = try store.apply(mapping, response: response, arguments: Self.arguments, transforms: Self.clamped)
    #expect(again.inserted == [] && again.updated == [] && again.deleted == [] && again.unchanged.count == 3)
  }

  @Test func `What vanishes from the scope is deleted, page by page`() throws {
    let store = try Self.store()
    let mapping = try Self.prepared("RemoteTask")
    func apply(_ ids: [Int], _ page: MappingPage? = nil) throws -> [ObjectKey.Identity] {
      try store.apply(
        mapping, response: Self.tasks(ids), arguments: Self.arguments, page: page, transforms: Self.clamped
      ).deleted.map(\.identity)
    }
    try store.insert("Task", ["id": 99, "title": "elsewhere"])
    #expect(try apply([1, 2, 3, 4, 5]) == [])
    #expect(try apply([1, 3, 4, 5]) == [.int(2)])
    #expect(store.record(ObjectKey(root: "Item", identity: .int(3)))?["position"] == 1)
    // The second page of two objects held 4 and 5 before.
    #expect(try apply([5, 6], MappingPage(offset: 2, limit: 2)) == [.int(4)])
    #expect(try apply([6], MappingPage(offset: 3, limit: 2)) == [])
    #expect(try apply([5], MappingPage(offset: 2, limit: 2)) == [.int(6)])
    #expect(store.records(of: "Task").map(\.key.identity) == [.int(99), .int(1), .int(3), .int(5)])
    #expect(try apply([]) == [.int(1), .int(3), .int(5)])
  }

  @Test func `Comments are attached whichever comes first`() throws {
    let store = try Self.store()
    let comments = Self.data(
      #"""
      {"comments": [
        {"source": "x", "number": 1, "text": "a", "ref": {"type": "task", "id": 1}},
        {"source": "x", "number": 2, "text": "b", "ref": {"type": "app", "id": 1}},
        {"source": "x", "number": 3, "text": "c", "ref": {"type": "task", "id": 2}}]}
      """#)
    func attached() -> [String] {
      store.records(of: "Task").map { "\($0.references("comments").map { $0["text"] })" }
    }
    let (task, comment) = (try Self.prepared("RemoteTask"), try Self.prepared("RemoteComment"))
    try store.apply(comment, response: comments)
    #expect(store.records(of: "Comment").allSatisfy { $0.reference("task") == nil })
    try store.apply(task, response: Self.tasks([1]), arguments: Self.arguments, transforms: Self.clamped)
    #expect(store.records(of: "Task")[0].references("comments").map { $0["text"] } == ["a"])
    try store.apply(task, response: Self.tasks([1, 2]), arguments: Self.arguments, transforms: Self.clamped)
    try store.apply(comment, response: comments)
    #expect(store.records(of: "Comment").map { $0.reference("task")?["title"] } == ["t1", nil, "t2"])
    #expect(store.count(of: "Comment") == 3)
  }

  @Test func `A value of the record says which entity it is`() throws {
    let store = try Self.store()
    let response = Self.data(
      #"""
      {"items": [{"kind": "task", "key": 1, "title": "a"}, {"kind": 2, "key": 2, "title": "b", "level": 4},
        {"kind": "epic", "key": 3, "title": "c"}, {"key": 4}]}
      """#)
    let report = try store.apply(try Self.prepared("RemoteItem"), response: response)
    #expect(store.records(of: "Item").map(\.entityName) == ["Task", "Bug"])
    #expect(store.records(of: "Bug")[0]["severity"] == 4)
    #expect(report.errors.map(\.codingPath.jsonPath) == ["items[2].kind", "items[3].kind"])
    #expect(report.errors.first?.help == #"what names one is "task", 2"#)
  }

  @Test func `A wrong record is refused and the others are stored, or none is`() throws {
    let store = try Self.store()
    let response = Self.data(
      #"""
      {"data": {"tasks": [{"task_id": 1, "text": {"plain": "a"}, "status": "gone"},
        {"task_id": 2, "text": {"plain": 5}}, {"task_id": 3, "text": {"plain": "c"}, "due-on": "31.01.2026"},
        {"task_id": 4, "text": {"plain": "d"}, "stars": true}, {"task_id": 5, "text": {}}]}}
      """#)
    let mapping = try Self.prepared("RemoteTask")
    try store.apply(mapping, response: Self.tasks([9]), arguments: Self.arguments, transforms: Self.clamped)
    let transforms: [String: MappingTransform] = ["clamped": { _ in "five" }]
    var seen: [MappingProgress] = []
    let report = try store.apply(
      mapping, response: response, arguments: Self.arguments, transforms: transforms, progress: { seen.append($0) })
    #expect(
      report.errors.map { "\($0.codingPath.jsonPath) \($0.code.rawValue)" } == [
        "data.tasks[0].status unknown-case", "data.tasks[1].text.plain type-mismatch",
        "data.tasks[2].due-on invalid-value", "data.tasks[3].stars type-mismatch",
        "data.tasks[4] missing-value",
      ])
    #expect(seen.map(\.records) == [5] && seen.last?.fraction == 1)
    // While some record is unreadable, the mapping does not delete records that are missing.
    #expect(store.count(of: "Task") == 1 && report.deleted == [])
    #expect(throws: DecodeError.self) {
      try store.apply(mapping, response: response, arguments: Self.arguments, onError: .stop)
    }
    #expect(throws: DecodeError.self) { try store.apply(mapping, response: Self.tasks([1])) }
    #expect(throws: DecodeError.self) {
      try store.apply(mapping, response: Self.data("{"), arguments: Self.arguments)
    }
  }

  @Test(arguments: [
    ("yyyy-MM-dd HH:mm:ss", "2026-01-31 08:30:05", "2026-01-31T08:30:05Z"),
    ("dd.MM.yy", "31.01.26", "2026-01-31"), ("d MMM yyyy", "3 Feb 2026", "2026-02-03"),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Sat, 31 Jan 2026 08:30:05 +0200", "2026-01-31T06:30:05Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2026-01-31T08:30:05.250Z", "2026-01-31T08:30:05.25Z"),
    ("yyyyMMdd", "20260131", "2026-01-31"), ("''yyyy", "'2026", "2026-01-01"),
    ("yyyy-MM-dd", "2026-02-30", nil), ("yyyy-MM-dd", "2026-1-3", nil), ("HH:mm", "24:00", nil), ("dd", "", nil),
    ("yyyy-MM-dd", "2026-01-31x", nil), ("DD", "1", nil), ("-", "-", nil), ("'x", "x", nil),
  ] as [(String, String, String?)])
  func `Date formats are read exactly`(pattern: String, text: String, expected: String?) {
    let date = DatePattern(pattern)?.date(from: text)
    #expect(date == expected.flatMap { ISO8601.date(from: $0) })
  }

  @Test(arguments: [
    ("mapping M: Tusk {}", "there is no entity 'Tusk'"), ("mapping M: Item {}", "'Item' is abstract"),
    ("mapping M: Task { titel = t }", "'Task' has no property 'titel'"),
    ("mapping M: Task { title = @index }", "'title' is String; the number of a record is an integer"),
    ("mapping M: Task { title = a as seconds }", "'title' is String, and this transform gives a Date"),
    ("mapping M: Task { due = a as date(\"YYYY\") }", "'YYYY' is no date format"),
    ("mapping M: Task { status = a as { \"x\": .opn } }", "'Status' has no case 'opn'"),
    ("mapping M: Task { status = a as { \"x\": open } }", "'open' is no value of Status"),
    ("mapping M: Task { stars = a as { 1.5: 1 } }", "what stands in the JSON is a text"),
    ("mapping M: Task { id = a id = b }", "'id' is given twice"),
    ("mapping M: Task { list = a as x }", "'list' is a relationship"),
    ("mapping M: Task { comments = $c }", "'comments' leads to many objects"),
    ("mapping M: Task { list = a using N }", "there is no mapping 'N'"),
    ("mapping M: Task { list = a using N } mapping N: User {}", "'User' objects cannot be made here"),
    ("mapping M: Task { title = User where id == 1 }", "'title' is an attribute"),
    ("mapping M: Task { comments = User where id == 1 }", "'User' objects cannot be made here"),
    ("mapping M: Task { comments = Comment where text == $id }", "'$id' is Int64, but here it meets String"),
    ("mapping M: Task where list.id == 1 {}", "'list' is a relationship, and a record has none"),
    ("mapping M: Task where titel == 1 {}", "'Task' has no property 'titel'"),
    ("mapping M: Task scope list.nam == 1 {}", "'Tasklist' has no property 'nam'"),
    ("mapping M: Task scope title == $a { id = $a }", "'$a' is String, but here it meets Int64"),
    ("mapping M: Item { @entity = kind }", "'@entity' needs a key of the JSON and a table of entities"),
    ("mapping M: Item { @entity = kind as { \"a\": User } }", "'User' objects cannot be made here"),
    ("mapping M: Task {} mapping M: User {}", "there are two mappings 'M'"),
    ("mapping M: Task { id }", "expected '='"), ("mapping M: Task { id = }", "expected a key of the JSON"),
    ("mapping M: Task { id = a as }", "expected a transform"), ("mapping M: Task at { }", "expected a key of the JSON"),
    ("mapping M: Task { id = a[x] }", "expected the number of an element"), ("mapping M: Task", "expected '{'"),
    ("maping M: Task { id = a }", "unknown declaration"), ("", "the text declares no mapping"),
  ])
  func `Mistakes are named at their place`(text: String, message: String) throws {
    let schema = try Self.schema.get()
    let error = #expect(throws: QueryError.self) { try MappingIR(parsing: text, in: schema) }
    let messages = error?.diagnostics.map(\.message) ?? []
    #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
  }
}
