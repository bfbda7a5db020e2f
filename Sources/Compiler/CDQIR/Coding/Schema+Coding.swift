extension Schema: IRRecord, Codable {
  static var blank: Schema { Schema(entities: []) }

  /// Decodes a schema from `json`, or from the output of any JSON encoder.
  ///
  /// - Throws: `IRCodingError` when the text describes no schema.
  package init(json: String) throws(IRCodingError) {
    self = try IRCoder.node(Schema.self, from: json)
  }

  /// The schema as JSON on one line, with sorted keys.
  ///
  /// - Throws: `IRCodingError` when a value in it is nested too deeply to be read again.
  package var json: String {
    get throws(IRCodingError) { try IRCoder.text(of: self) }
  }

  mutating func codeProperties(_ coder: inout IRCoder) {
    var (entities, enumerations) = (entities, enumerations)
    coder.code("entities", &entities)
    coder.code("enumerations", &enumerations)
    if coder.isReading { self = Schema(entities: entities, enumerations: enumerations) }
  }
}

extension Entity: IRRecord, Codable {
  static var blank: Entity { Entity(name: "") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("className", &className)
    coder.code("documentation", &documentation)
    coder.code("indexes", &indexes)
    coder.code("isAbstract", &isAbstract)
    coder.code("name", &name)
    coder.code("parent", &parent)
    coder.code("properties", &properties)
    coder.code("renamedFrom", &renamedFrom)
    coder.code("uniquenessConstraints", &uniquenessConstraints)
    coder.code("userInfo", &userInfo)
  }
}

extension Entity.Index: IRRecord, Codable {
  static var blank: Entity.Index { Entity.Index(keys: []) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("keys", &keys)
    coder.code("name", &name)
  }
}

extension Entity.Index.Key: IRRecord, Codable {
  static var blank: Entity.Index.Key { Entity.Index.Key("") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("attribute", &attribute)
    coder.code("isDescending", &isDescending)
  }
}

extension Property: IRChoice, Codable {
  static var blank: Property { .relationship(.blank) }

  static var cases: [(name: String, blank: Property)] {
    [("attribute", .attribute(.blank)), ("relationship", .relationship(.blank))]
  }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .attribute(var attribute):
      coder.begin("attribute", &attribute)
      self = .attribute(attribute)
    case .relationship(var relationship):
      coder.begin("relationship", &relationship)
      self = .relationship(relationship)
    }
  }
}

extension Attribute: IRRecord, Codable {
  static var blank: Attribute { Attribute(name: "", type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("className", &className)
    coder.code("constraints", &constraints)
    coder.code("defaultValue", &defaultValue)
    coder.code("derivation", &derivation)
    coder.code("documentation", &documentation)
    coder.code("isOptional", &isOptional)
    coder.code("isTransient", &isTransient)
    coder.code("jsonKey", &jsonKey)
    coder.code("name", &name)
    coder.code("renamedFrom", &renamedFrom)
    coder.code("type", &type)
    coder.code("userInfo", &userInfo)
    coder.code("usesScalarType", &usesScalarType)
  }
}

extension Attribute.Constraint: IRChoice, Codable {
  static var blank: Attribute.Constraint { .length(nil, nil) }

  static var cases: [(name: String, blank: Attribute.Constraint)] {
    [("range", .range(.null, .null)), ("length", .length(nil, nil)), ("matches", .matches(""))]
  }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .range(var smallest, var largest):
      coder.begin("range", &smallest)
      coder.code("_1", &largest)
      self = .range(smallest, largest)
    case .length(var fewest, var most):
      coder.begin("length")
      coder.code("_0", &fewest)
      coder.code("_1", &most)
      self = .length(fewest, most)
    case .matches(var pattern):
      coder.begin("matches", &pattern)
      self = .matches(pattern)
    }
  }
}

extension Relationship: IRRecord, Codable {
  static var blank: Relationship { Relationship(name: "", destination: "") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("deleteRule", &deleteRule)
    coder.code("destination", &destination)
    coder.code("documentation", &documentation)
    coder.code("inverse", &inverse)
    coder.code("isOptional", &isOptional)
    coder.code("isOrdered", &isOrdered)
    coder.code("isToMany", &isToMany)
    coder.code("isTransient", &isTransient)
    coder.code("jsonKey", &jsonKey)
    coder.code("maximumCount", &maximumCount)
    coder.code("minimumCount", &minimumCount)
    coder.code("name", &name)
    coder.code("renamedFrom", &renamedFrom)
    coder.code("userInfo", &userInfo)
  }
}

extension Relationship.DeleteRule: IRWord {
  static var blank: Relationship.DeleteRule { .nullify }
}

extension Enumeration: IRRecord, Codable {
  static var blank: Enumeration { Enumeration(name: "", rawType: .null, cases: []) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("cases", &cases)
    coder.code("documentation", &documentation)
    coder.code("name", &name)
    coder.code("rawType", &rawType)
  }
}

extension Enumeration.Case: IRRecord, Codable {
  static var blank: Enumeration.Case { Enumeration.Case(name: "", rawValue: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("documentation", &documentation)
    coder.code("name", &name)
    coder.code("rawValue", &rawValue)
  }
}
