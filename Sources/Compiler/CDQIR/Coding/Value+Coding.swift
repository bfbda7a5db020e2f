import Foundation

/// Values are objects with one member, such as `{"int":5}`. Decimals, dates and doubles are strings, so that no digit
/// is lost.
extension Value: IRCodable, Codable {
  static var blank: Value { .null }

  private static let blanks: [(name: String, blank: Value)] = [
    ("null", .null), ("bool", .bool(false)), ("int", .int(0)), ("double", .double(0)), ("decimal", .decimal(0)),
    ("string", .string("")), ("date", .date(Date(timeIntervalSinceReferenceDate: 0))), ("duration", .duration(0)),
    ("data", .data(Data())), ("uuid", .uuid(UUID())), ("url", .url(URL(filePath: "/"))),
    ("object", .object(.blank)), ("list", .list([])),
  ]

  mutating func code(_ coder: inout IRCoder) {
    if coder.isHashing {
      var hash = hashValue
      return hash.code(&coder)
    }
    defer { coder.leave(weight: 2) }
    guard coder.enter(weight: 2) else { return }
    guard coder.isReading else {
      coder.beginObject()
      codePayload(&coder)
      coder.endObject()
      return
    }
    guard let (name, outer) = coder.enterOnlyMember() else { return }
    if let found = Value.blanks.first(where: { $0.name == name }) {
      self = found.blank
      codePayload(&coder)
    } else {
      coder.fail("'\(name)' is no kind of value")
    }
    coder.resume(at: outer)
  }

  private mutating func codePayload(_ coder: inout IRCoder) {
    switch self {
    case .null:
      var isNull = true
      coder.code(only: "null", &isNull)
    case .bool(var flag):
      coder.code(only: "bool", &flag)
      self = .bool(flag)
    case .int(var number):
      coder.code(only: "int", &number)
      self = .int(number)
    case .double(let number):
      coder.code(only: "double", number.description) { Double($0) }.map { self = .double($0) }
    case .decimal(let number):
      coder.code(only: "decimal", number.description) { $0 == "NaN" ? .nan : Decimal(string: $0) }
        .map { self = .decimal($0) }
    case .string(var text):
      coder.code(only: "string", &text)
      self = .string(text)
    case .date(let date):
      coder.code(only: "date", date.timeIntervalSinceReferenceDate.description) { Double($0) }
        .map { self = .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .duration(let seconds):
      coder.code(only: "duration", seconds.description) { Double($0) }.map { self = .duration($0) }
    case .data(let data):
      coder.code(only: "data", data.base64EncodedString()) { Data(base64Encoded: $0) }.map { self = .data($0) }
    case .uuid(let id):
      coder.code(only: "uuid", id.uuidString) { UUID(uuidString: $0) }.map { self = .uuid($0) }
    case .url(let url):
      coder.code(only: "url", url.absoluteString) { URL(string: $0) }.map { self = .url($0) }
    case .object(var key):
      coder.code(only: "object", &key)
      self = .object(key)
    case .list(var values):
      coder.code(only: "list", &values)
      self = .list(values)
    }
  }
}

extension IRCoder {
  /// Writes or reads the value of an object's only member, which a reading coder has entered.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  fileprivate mutating func code<Node: IRCoded>(only key: String, _ node: inout Node) {
    if !isReading { write(key: key) }
    node.code(&self)
  }

  /// Writes or reads a value that is represented by a string.
  ///
  /// - Returns: the parsed value; nil in a writing coder and for a text that `parse` refuses.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  fileprivate mutating func code<Result>(
    only key: String, _ text: String, _ parse: (String) -> Result?
  ) -> Result? {
    var text = text
    code(only: key, &text)
    guard isReading else { return nil }
    let result = parse(text)
    if result == nil { fail("'\(text)' is no \(key)") }
    return result
  }
}

extension ObjectKey: IRRecord, Codable {
  static var blank: ObjectKey { ObjectKey(root: "", identity: .record(0)) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("identity", &identity)
    coder.code("root", &root)
  }
}

extension ObjectKey.Identity: IRChoice, Codable {
  static var blank: ObjectKey.Identity { .record(0) }

  static var cases: [(name: String, blank: ObjectKey.Identity)] {
    [
      ("record", .record(0)), ("int", .int(0)), ("string", .string("")), ("uuid", .uuid(UUID())),
      ("composite", .composite([])),
    ]
  }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .record(var number):
      coder.begin("record", &number)
      self = .record(number)
    case .int(var number):
      coder.begin("int", &number)
      self = .int(number)
    case .string(var text):
      coder.begin("string", &text)
      self = .string(text)
    case .uuid(let id):
      var text = id.uuidString
      coder.begin("uuid", &text)
      if let read = UUID(uuidString: text) { self = .uuid(read) } else { coder.fail("'\(text)' is no uuid") }
    case .composite(var texts):
      coder.begin("composite", &texts)
      self = .composite(texts)
    }
  }
}
