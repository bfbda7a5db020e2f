extension QueryIR: IRRecord, Codable {
  static var blank: QueryIR { QueryIR(entity: "") }

  /// Decodes a query from `json`, or from the output of any JSON encoder.
  ///
  /// - Throws: `IRCodingError` when the text describes no query.
  package init(json: String) throws(IRCodingError) {
    self = try IRCoder.node(QueryIR.self, from: json)
  }

  /// The query as JSON on one line, with sorted keys.
  ///
  /// - Throws: `IRCodingError` when it is nested too deeply to be read again.
  package var json: String {
    get throws(IRCodingError) { try IRCoder.text(of: self) }
  }

  mutating func codeProperties(_ coder: inout IRCoder) {
    // Queries without new values have no such member, so that older readers read them.
    var written: [AssignmentIR]? = assignments.isEmpty ? nil : assignments
    coder.code("assignments", &written)
    assignments = written ?? []
    coder.code("cardinality", &cardinality)
    coder.code("entity", &entity)
    coder.code("includesSubentities", &includesSubentities)
    codeLimit(&coder)
    coder.code("offset", &offset)
    coder.code("parameters", &parameters)
    coder.code("predicate", &predicate)
    coder.code("projection", &projection)
    coder.code("sort", &sort)
    coder.code("version", &version)
  }
}

extension QueryIR {
  /// Codes both limits under one key, so that a reader that does not know one of them refuses the query.
  private mutating func codeLimit(_ coder: inout IRCoder) {
    var coded: CodedLimit?
    switch (limit, limitPerKey) {
    case (let count?, let perKey?): coded = .both(perKey, count)
    case (nil, let perKey?): coded = .perKey(perKey)
    case (let count?, nil): coded = .whole(count)
    case (nil, nil): coded = nil
    }
    coder.code("limit", &coded)
    guard coder.isReading else { return }
    (limit, limitPerKey) = (nil, nil)
    switch coded {
    case .whole(let count): limit = count
    case .perKey(let perKey): limitPerKey = perKey
    case .both(let perKey, let count): (limit, limitPerKey) = (count, perKey)
    case nil: break
    }
  }
}

/// The limits as they are coded: `{"constant":{"_0":5}}`, `{"perKey":{"_0":{"count":…,"keys":[…]}}}`, or both as
/// `{"both":{"_0":{"count":…,"keys":[…]},"_1":{"constant":{"_0":5}}}}`.
private enum CodedLimit: IRChoice {
  case whole(CountIR)
  case perKey(KeyLimitIR)
  case both(KeyLimitIR, CountIR)

  static var blank: CodedLimit { .whole(.blank) }

  static var cases: [(name: String, blank: CodedLimit)] {
    CountIR.cases.map { (name: $0.name, blank: .whole($0.blank)) }
      + [(name: "perKey", blank: .perKey(.blank)), (name: "both", blank: .both(.blank, .blank))]
  }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .whole(var count):
      count.codeCase(&coder)
      self = .whole(count)
    case .perKey(var limit):
      coder.begin("perKey", &limit)
      self = .perKey(limit)
    case .both(var limit, var count):
      coder.begin("both", &limit)
      coder.code("_1", &count)
      self = .both(limit, count)
    }
  }
}

/// The queries of a file that the `ir` back end writes.
package struct QueryFileIR: IRRecord {
  /// The version this library writes.
  package static let currentVersion = 1

  /// Version of the form this value was written in.
  package private(set) var version = QueryFileIR.currentVersion
  /// The queries by their names; nil in a file of a newer version, whose format is unknown.
  package private(set) var queries: [String: QueryIR]?

  static var blank: QueryFileIR { QueryFileIR() }

  private init() {}

  /// Decodes the text of a file.
  ///
  /// - Throws: `IRCodingError` when the text is no such file.
  package init(json: String) throws(IRCodingError) {
    self = try IRCoder.node(QueryFileIR.self, from: json)
  }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("version", &version)
    if version <= QueryFileIR.currentVersion { coder.code("queries", &queries) }
  }
}

extension QueryIR.Cardinality: IRWord {
  static var blank: QueryIR.Cardinality { .many }
}

extension AssignmentIR: IRRecord, Codable {
  static var blank: AssignmentIR { AssignmentIR(property: "", value: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("property", &property)
    coder.code("value", &value)
  }
}

extension ParameterIR: IRRecord, Codable {
  static var blank: ParameterIR { ParameterIR(name: "", type: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("isOmittable", &isOmittable)
    coder.code("name", &name)
    coder.code("size", &size)
    coder.code("type", &type)
  }
}

extension CountIR: IRChoice, Codable {
  static var blank: CountIR { .constant(0) }

  static var cases: [(name: String, blank: CountIR)] { [("constant", .constant(0)), ("parameter", .parameter(0))] }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .constant(var number):
      coder.begin("constant", &number)
      self = .constant(number)
    case .parameter(var index):
      coder.begin("parameter", &index)
      self = .parameter(index)
    }
  }
}

extension KeyLimitIR: IRRecord, Codable {
  static var blank: KeyLimitIR { KeyLimitIR(.blank, per: []) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("count", &count)
    coder.code("keys", &keys)
    // Without keys there are no combinations of them to count.
    if keys.isEmpty { coder.fail("a limit per key needs a key") }
  }
}

extension SortIR: IRChoice, Codable {
  static var blank: SortIR { .keys([]) }

  static var cases: [(name: String, blank: SortIR)] { [("keys", .keys([])), ("choice", .choice(parameter: 0, keys: []))] }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .keys(var keys):
      coder.begin("keys", &keys)
      self = .keys(keys)
    case .choice(var parameter, var keys):
      coder.begin("choice")
      coder.code("keys", &keys)
      coder.code("parameter", &parameter)
      self = .choice(parameter: parameter, keys: keys)
    }
  }
}

extension SortKeyIR: IRRecord, Codable {
  static var blank: SortKeyIR { SortKeyIR(name: "", expression: .blank, nullsFirst: false) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("expression", &expression)
    coder.code("isDescending", &isDescending)
    coder.code("name", &name)
    coder.code("nullsFirst", &nullsFirst)
    coder.code("options", &options)
  }
}

extension ProjectionIR: IRRecord, Codable {
  static var blank: ProjectionIR { ProjectionIR(isGrouped: false, items: []) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("grouping", &grouping)
    coder.code("having", &having)
    coder.code("isDistinct", &isDistinct)
    coder.code("isGrouped", &isGrouped)
    coder.code("items", &items)
    // Queries without shapes have no such member, so that older readers read them.
    var written: [ShapeIR]? = shapes.isEmpty ? nil : shapes
    coder.code("shapes", &written)
    shapes = written ?? []
    if !hasShapesInOrder { coder.fail("the position of a shape is the number of columns before it") }
  }
}

extension ShapeIR: IRRecord, Codable {
  static var blank: ShapeIR {
    ShapeIR(name: "", position: 0, steps: [], isOptional: false, entity: "", projection: .blank)
  }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("entity", &entity)
    coder.code("isOptional", &isOptional)
    coder.code("limit", &limit)
    coder.code("name", &name)
    coder.code("position", &position)
    coder.code("predicate", &predicate)
    coder.code("projection", &projection)
    coder.code("sort", &sort)
    coder.code("steps", &steps)
    let isPath = steps.dropLast().allSatisfy { $0.kind == .toOne }
    if !isPath || ![.toOne, .toMany].contains(steps.last?.kind) {
      coder.fail("the path of a shape has to-one steps and ends with a relationship")
    }
  }
}

extension ProjectionIR.Item: IRRecord, Codable {
  static var blank: ProjectionIR.Item { ProjectionIR.Item(name: "", expression: .blank, type: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("expression", &expression)
    coder.code("name", &name)
    coder.code("type", &type)
  }
}
