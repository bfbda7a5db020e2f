extension CollectionIR: IRChoice, Codable {
  static var blank: CollectionIR { .parameter(0, element: .null) }

  static let cases: [(name: String, blank: CollectionIR)] = [
    ("path", .path(.blank)), ("literal", .literal([], element: .null)), ("parameter", .blank),
    ("filter", .filter(.blank, .blank, .blank)), ("map", .map(.blank, .blank, .blank)),
    ("flatMap", .flatMap(.blank, .blank, .blank)), ("distinct", .distinct(.blank)),
    ("set", .set(.union, .blank, .blank)), ("mode", .mode(.blank)), ("objects", .objects("")),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .path(var path):
      coder.begin("path", &path)
      self = .path(path)
    case .objects(var entity):
      coder.begin("objects", &entity)
      self = .objects(entity)
    case .literal(var elements, var element):
      coder.begin("literal", &elements)
      coder.code("element", &element)
      self = .literal(elements, element: element)
    case .parameter(var index, var element):
      coder.begin("parameter", &index)
      coder.code("element", &element)
      self = .parameter(index, element: element)
    case .filter(var source, var variable, var predicate):
      coder.begin("filter", &source)
      coder.code("_1", &variable)
      coder.code("_2", &predicate)
      self = .filter(source, variable, predicate)
    case .map(var source, var variable, var value):
      coder.begin("map", &source)
      coder.code("_1", &variable)
      coder.code("_2", &value)
      self = .map(source, variable, value)
    case .flatMap(var source, var variable, var inner):
      coder.begin("flatMap", &source)
      coder.code("_1", &variable)
      coder.code("_2", &inner)
      self = .flatMap(source, variable, inner)
    case .distinct(var source):
      coder.begin("distinct", &source)
      self = .distinct(source)
    case .set(var operation, var left, var right):
      coder.begin("set", &operation)
      coder.code("_1", &left)
      coder.code("_2", &right)
      self = .set(operation, left, right)
    case .mode(var source):
      coder.begin("mode", &source)
      self = .mode(source)
    }
  }
}

extension CollectionIR.SetOperator: IRWord {
  static var blank: CollectionIR.SetOperator { .union }
}
