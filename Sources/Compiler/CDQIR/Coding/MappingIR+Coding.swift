extension MappingIR: IRRecord, Codable {
  static var blank: MappingIR { MappingIR(rules: []) }

  /// Decodes a mapping from `json`, or from the output of any JSON encoder.
  ///
  /// - Throws: `IRCodingError` when the text describes no mapping.
  package init(json: String) throws(IRCodingError) {
    self = try IRCoder.node(MappingIR.self, from: json)
  }

  /// The mapping as JSON on one line, with sorted keys.
  ///
  /// - Throws: `IRCodingError` when it is nested too deeply to be read again.
  package var json: String {
    get throws(IRCodingError) { try IRCoder.text(of: self) }
  }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("parameters", &parameters)
    coder.code("rules", &rules)
    coder.code("version", &version)
  }
}

extension MappingRuleIR: IRRecord, Codable {
  static var blank: MappingRuleIR { MappingRuleIR(name: "", entity: "") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("choice", &choice)
    coder.code("entity", &entity)
    coder.code("fields", &fields)
    coder.code("filter", &filter)
    coder.code("name", &name)
    coder.code("root", &root)
    coder.code("scope", &scope)
  }
}

extension EntityChoiceIR: IRRecord, Codable {
  static var blank: EntityChoiceIR { EntityChoiceIR(path: [], cases: []) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("cases", &cases)
    coder.code("path", &path)
  }
}

extension EntityChoiceIR.Case: IRRecord, Codable {
  static var blank: EntityChoiceIR.Case { EntityChoiceIR.Case(.null, entity: "") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("entity", &entity)
    coder.code("value", &value)
  }
}

extension FieldIR: IRRecord, Codable {
  static var blank: FieldIR { FieldIR("", .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("property", &property)
    coder.code("source", &source)
  }
}

extension FieldSourceIR: IRChoice, Codable {
  static var blank: FieldSourceIR { .index }

  static let cases: [(name: String, blank: FieldSourceIR)] = [
    ("json", .json([], nil)), ("nested", .nested([], rule: "")), ("index", .index), ("parameter", .parameter("")),
    ("objects", .objects(.blank)),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .json(var path, var transform):
      coder.begin("json", &path)
      coder.code("_1", &transform)
      self = .json(path, transform)
    case .nested(var path, var rule):
      coder.begin("nested", &path)
      coder.code("rule", &rule)
      self = .nested(path, rule: rule)
    case .index: coder.empty("index")
    case .parameter(var name):
      coder.begin("parameter", &name)
      self = .parameter(name)
    case .objects(var query):
      coder.begin("objects", &query)
      self = .objects(query)
    }
  }
}

extension TransformIR: IRChoice, Codable {
  static var blank: TransformIR { .seconds }

  static let cases: [(name: String, blank: TransformIR)] = [
    ("date", .date("")), ("seconds", .seconds), ("milliseconds", .milliseconds), ("table", .table([])),
    ("named", .named("")),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .date(var pattern):
      coder.begin("date", &pattern)
      self = .date(pattern)
    case .seconds: coder.empty("seconds")
    case .milliseconds: coder.empty("milliseconds")
    case .table(var entries):
      coder.begin("table", &entries)
      self = .table(entries)
    case .named(var name):
      coder.begin("named", &name)
      self = .named(name)
    }
  }
}

extension TransformIR.TableEntry: IRRecord, Codable {
  static var blank: TransformIR.TableEntry { TransformIR.TableEntry(.null, .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("json", &json)
    coder.code("value", &value)
  }
}

extension JSONStep: IRChoice, Codable {
  static var blank: JSONStep { .index(0) }

  static var cases: [(name: String, blank: JSONStep)] { [("key", .key("")), ("index", .index(0))] }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .key(var key):
      coder.begin("key", &key)
      self = .key(key)
    case .index(var number):
      coder.begin("index", &number)
      self = .index(number)
    }
  }
}
