import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Resolves the names of a declaration against a schema.
///
/// Unlike the checker it also resolves names in a declaration with errors, as far as it can: an editor asks for them
/// while the text is being written. It follows the types of paths, but checks nothing.
struct NameResolver {
  let schema: Schema
  private(set) var occurrences: [Occurrence] = []
  /// The place of the declaration, which tells its parameters from those of others.
  private var declaration: UInt32 = 0
  /// The declared types of parameters.
  private var parameterTypes: [String: OptionalType] = [:]

  /// Predicates and values still to be visited.
  private var work: [Work] = []

  /// What is known where a node stands.
  private struct Place {
    /// The entity of bare paths.
    var entity: String
    /// The variables of the SUBQUERYs around the node, innermost last.
    var variables: [(name: String, entity: String?, declaration: SourceSpan)] = []
    /// The type that the place calls for, which tells the enum of `.case`.
    var expected: ValueType?
    /// The names of keys and columns that a path may begin with.
    var columns: Set<String> = []
    /// Whether a name is first of all that of a column.
    var isSort = false
  }

  private enum Work {
    case predicate(PredicateNode, Place)
    case value(ExpressionNode, Place)
  }

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// The names of a declaration, in text order.
  static func occurrences(in item: Document.Item, _ schema: Schema) -> [Occurrence] {
    var resolver = NameResolver(schema)
    resolver.read(item)
    return resolver.occurrences.sorted { $0.span.start < $1.span.start }
  }

  /// The type of a value in a declaration that is being written, as far as it is known.
  ///
  /// - Parameters:
  ///   - entity: the entity of bare paths.
  ///   - variables: the variables of the SUBQUERYs around the value with their entities, innermost last.
  ///   - parameters: the declared parameters.
  static func type(
    of node: ExpressionNode, entity: String, variables: [(name: String, entity: String?)],
    parameters: [ParameterDeclaration], _ schema: Schema
  ) -> OptionalType? {
    var resolver = NameResolver(schema)
    for parameter in parameters { resolver.parameterTypes[parameter.name.text] = resolver.type(parameter.type) }
    let place = Place(
      entity: entity, variables: variables.map { (name: $0.name, entity: $0.entity, declaration: SourceSpan(at: 0)) })
    return resolver.type(of: node, place)
  }

  // MARK: Declarations

  mutating func read(_ item: Document.Item) {
    declaration = item.span.start
    switch item {
    case .schemaImport(let node): add(.file(node.path), node.pathSpan)
    case .enumeration(let node): read(node)
    case .entity(let node): read(node)
    case .query(let node): read(node)
    case .mapping(let node): read(node)
    }
    finish()
  }

  private mutating func add(
    _ symbol: Symbol, _ span: SourceSpan, isDeclaration: Bool = false, type: OptionalType? = nil
  ) {
    guard !span.isEmpty else { return }
    occurrences.append(Occurrence(span: span, symbol: symbol, isDeclaration: isDeclaration, type: type))
  }

  private mutating func read(_ node: EnumDeclaration) {
    add(.enumeration(node.name.text), node.name.span, isDeclaration: true)
    if let rawType = node.rawType { add(.builtInType(rawType.text), rawType.span) }
    for element in node.cases {
      add(
        .enumerationCase(enumeration: node.name.text, name: element.name.text), element.name.span, isDeclaration: true,
        type: OptionalType(.enumeration(node.name.text)))
    }
  }

  private mutating func read(_ node: EntityDeclaration) {
    let owner = node.name.text
    add(.entity(owner), node.name.span, isDeclaration: true)
    if let parent = node.parent { add(.entity(parent.text), parent.span) }
    for member in node.members {
      switch member {
      case .property(let property): read(property, of: owner)
      case .annotation(let annotation): read(annotation, of: owner)
      }
    }
  }

  private mutating func read(_ node: PropertyDeclaration, of owner: String) {
    let type = type(node.type)
    add(
      .property(entity: owner, name: node.name.text), node.name.span, isDeclaration: true,
      type: schema.property(named: node.name.text, of: owner)?.type ?? type)
    addType(node.type.name)
    if let value = node.defaultValue { work.append(.value(value, Place(entity: owner, expected: type?.base))) }
    if let inverse = node.inverse { addProperty(inverse, of: node.type.name.text) }
    for annotation in node.annotations { read(annotation, of: nil) }
  }

  /// - Parameter owner: the entity whose properties the arguments name; nil where they are other words.
  private mutating func read(_ node: Annotation, of owner: String?) {
    add(.annotation(node.name.text), node.name.span)
    for argument in node.arguments ?? [] {
      if let owner, case .word(let name, _) = argument.value, ["unique", "index"].contains(node.name.text) {
        addProperty(name, of: owner)
      }
    }
  }

  private mutating func read(_ node: QueryDeclaration) {
    add(.query(node.name.text), node.name.span, isDeclaration: true)
    for parameter in node.parameters ?? [] {
      let type = type(parameter.type)
      parameterTypes[parameter.name.text] = type
      add(
        .parameter(parameter.name.text, declaration: declaration), parameter.name.span, isDeclaration: true, type: type)
      addType(parameter.type.name)
    }
    read(node.query)
  }

  private mutating func read(_ node: QueryNode) {
    add(.entity(node.entity.text), node.entity.span)
    read(node, of: node.entity.text)
  }

  /// Reads the clauses of a query over an entity, or of a shape over related objects.
  private mutating func read(_ node: QueryNode, of entity: String) {
    let keys = Set(node.grouping.compactMap { $0.name?.text })
    let columns = keys.union(node.selection?.items.compactMap { $0.name?.text } ?? [])
    for part in node.parts where part.clause < .limit && part.clause != .assignments {
      var place = Place(entity: entity)
      if part.clause == .selection { place.columns = keys }
      if part.clause == .having || part.clause == .sort { place.columns = columns }
      place.isSort = part.clause == .sort
      work += part.nodes.map { child in
        switch child {
        case .predicate(let node): .predicate(node, place)
        case .expression(let node): .value(node, place)
        }
      }
    }
    let place = Place(entity: entity)
    for assignment in node.assignments {
      var valuePlace = place
      valuePlace.expected = type(of: assignment.property, place)?.base
      work += [.value(assignment.property, place), .value(assignment.value, valuePlace)]
    }
    for item in node.grouping + (node.selection?.items ?? []) {
      if let name = item.name { add(.column(name.text, declaration: declaration), name.span, isDeclaration: true) }
      if let shape = item.shape { read(shape, of: type(of: item.expression, place)?.base.objectName ?? "") }
    }
    if case .choice(let variable, _, _) = node.sort { addVariable(variable, Place(entity: entity), type: OptionalType(.string)) }
    for count in [node.limit, node.offset] {
      if let count { work.append(.value(count, Place(entity: entity, expected: .int64))) }
    }
  }

  private mutating func read(_ node: MappingDeclaration) {
    let owner = node.entity.text
    add(.mapping(node.name.text), node.name.span, isDeclaration: true)
    add(.entity(owner), node.entity.span)
    for predicate in [node.predicate, node.scope] {
      if let predicate { work.append(.predicate(predicate, Place(entity: owner))) }
    }
    for member in node.members {
      if !member.isEntity { addProperty(member.name, of: owner) }
      let type = schema.property(named: member.name.text, of: owner)?.type.base
      switch member.source {
      case .json(_, .table(let entries, _)?):
        for entry in entries { read(entry, expecting: type, owner: owner) }
      case .nested(_, let mapping): add(.mapping(mapping.text), mapping.span)
      case .objects(let entity, let predicate):
        add(.entity(entity.text), entity.span)
        work.append(.predicate(predicate, Place(entity: entity.text)))
      case .parameter(let variable): addVariable(variable, Place(entity: owner), type: nil)
      case .json, .index, .invalid: break
      }
    }
  }

  private mutating func read(_ entry: MappingTransformNode.Entry, expecting type: ValueType?, owner: String) {
    switch entry.value {
    case .expression(let value): work.append(.value(value, Place(entity: owner, expected: type)))
    case .word(let name): if schema.hasEntity(named: name.text) { add(.entity(name.text), name.span) }
    }
  }

  // MARK: Names

  private mutating func addType(_ name: Identifier) {
    guard let type = type(named: name) else { return }
    switch type {
    case .enumeration: add(.enumeration(name.text), name.span)
    case .object: add(.entity(name.text), name.span)
    default: add(.builtInType(name.text), name.span)
    }
  }

  private func type(named name: Identifier) -> ValueType? {
    let isEscaped = name.span.length > name.text.utf8.count
    if !isEscaped, let type = TypeNames.builtIn[name.text] { return type }
    if schema.enumeration(named: name.text) != nil { return .enumeration(name.text) }
    return schema.hasEntity(named: name.text) ? .object(name.text) : nil
  }

  private func type(_ node: TypeReference) -> OptionalType? {
    guard let base = type(named: node.name) else { return nil }
    let whole: ValueType = node.isCollection ? .collection(element: base, isOrdered: node.isOrdered) : base
    return OptionalType(whole, isOptional: node.isOptional)
  }

  /// The entity that declares a property; nil when there is no such property.
  static func owner(of name: String, in entity: String, _ schema: Schema) -> String? {
    schema.lineage(of: entity).first { $0.property(named: name) != nil }?.name
  }

  /// Adds a property of an entity, with its type unless the place gives another.
  @discardableResult
  private mutating func addProperty(_ name: Identifier, of entity: String) -> Property? {
    guard let owner = NameResolver.owner(of: name.text, in: entity, schema),
      let property = schema.property(named: name.text, of: entity)
    else { return nil }
    add(.property(entity: owner, name: name.text), name.span, type: property.type)
    return property
  }

  private mutating func addVariable(_ node: VariableNode, _ place: Place, type: OptionalType?) {
    // The mark for a missing argument is no part of the name.
    let span = SourceSpan(node.span.start, node.isOptional ? node.span.end - 1 : node.span.end)
    if let variable = place.variables.last(where: { $0.name == node.name }) {
      add(
        .variable(node.name, declaration: variable.declaration.start), span,
        type: variable.entity.map { OptionalType(.object($0)) })
    } else {
      add(.parameter(node.name, declaration: declaration), span, type: parameterTypes[node.name] ?? type)
    }
  }

  // MARK: Predicates and values

  private mutating func finish() {
    while let next = work.popLast() {
      switch next {
      case .predicate(let node, let place): visit(node, place)
      case .value(let node, let place): visit(node, place)
      }
    }
  }

  private mutating func visit(_ node: PredicateNode, _ place: Place) {
    var place = place
    place.expected = nil
    switch node {
    case .constant, .invalid: break
    case .compound(let node): work += node.operands.map { .predicate($0, place) }
    case .not(let node): work.append(.predicate(node.operand, place))
    case .bare(let node): work.append(.value(node.expression, place))
    case .comparison(let node):
      let left = type(of: node.left, place)?.base
      let right = type(of: node.right, place)?.base
      var (leftPlace, rightPlace) = (place, place)
      leftPlace.expected = right?.element ?? right
      rightPlace.expected = left?.element ?? left
      work.append(.value(node.left, leftPlace))
      work.append(.value(node.right, rightPlace))
    }
  }

  private mutating func visit(_ node: ExpressionNode, _ place: Place) {
    var inner = place
    inner.expected = nil
    switch node {
    case .literal, .argument, .invalid: break
    case .variable(let variable): addVariable(variable, place, type: place.expected.map { OptionalType($0) })
    case .enumCase(let name):
      guard let type = place.expected?.enumerationName,
        schema.enumeration(named: type)?.cases.contains(where: { $0.name == name.text }) == true
      else { return }
      let span = SourceSpan(name.span.end - UInt32(name.text.utf8.count), name.span.end)
      add(.enumerationCase(enumeration: type, name: name.text), span, type: OptionalType(.enumeration(type)))
    case .path(let path): _ = follow(path, place, adding: true)
    case .aggregate(let list): work += list.elements.map { .value($0, place) }
    case .chain(let chain):
      var operand = inner
      if chain.operators.allSatisfy({ [.union, .intersect, .minus].contains($0.kind) }) { operand = place }
      work += chain.operands.map { .value($0, operand) }
    case .unary(let unary): work.append(.value(unary.operand, inner))
    case .call(let call):
      let key = CallTable.key(call.name.text)
      if CallTable.callees[key] != nil { add(.function(key), call.name.span, type: type(of: node, place)) }
      work += call.arguments.map { .value($0, inner) }
    case .subquery(let subquery):
      work.append(.value(subquery.collection, inner))
      let variable = (
        subquery.variable.name, type(of: subquery.collection, place)?.base.objectName, subquery.variable.span
      )
      inner.variables.append(variable)
      addVariable(subquery.variable, inner, type: nil)
      if let last = occurrences.indices.last { occurrences[last].isDeclaration = true }
      work.append(.predicate(subquery.predicate, inner))
    case .ternary(let ternary):
      work.append(.predicate(ternary.condition, inner))
      work += [.value(ternary.then, place), .value(ternary.otherwise, place)]
    }
  }

  /// The type at the end of a path; nil where a step is unknown.
  ///
  /// - Parameter adding: Whether the names of the path are added, and its other parts visited.
  private mutating func follow(_ path: PathNode, _ place: Place, adding: Bool) -> OptionalType? {
    var current: OptionalType?
    switch path.base {
    case .implicit, .selfObject: current = OptionalType(.object(place.entity))
    case .variable(let variable):
      current = type(of: .variable(variable), place)
      if adding { addVariable(variable, place, type: current) }
    case .expression(let base):
      current = type(of: base, place)
      var inner = place
      inner.expected = nil
      if adding { work.append(.value(base, inner)) }
    }
    if case .implicit = path.base, case .property(let name)? = path.components.first, place.columns.contains(name.text),
      place.isSort || schema.property(named: name.text, of: place.entity) == nil
    {
      if adding { add(.column(name.text, declaration: declaration), name.span) }
      return nil
    }
    var reducer: String?
    var components = path.components[...]
    if case .implicit = path.base, case .property(let name)? = components.first,
      schema.property(named: name.text, of: place.entity) == nil, schema.hasEntity(named: name.text)
    {
      // All objects of an entity: `Track.@count`.
      if adding { add(.entity(name.text), name.span) }
      current = OptionalType(.collection(element: .object(name.text), isOrdered: true))
      components = components.dropFirst()
    }
    for component in components {
      switch component {
      case .property(let name):
        guard let entity = current?.base.objectName else { return nil }
        let isMany = current?.base.element != nil
        let property = adding ? addProperty(name, of: entity) : schema.property(named: name.text, of: entity)
        guard let type = property?.type else { return nil }
        current = isMany ? OptionalType(.collection(element: type.base.element ?? type.base, isOrdered: false)) : type
      case .collectionOperator(let name):
        if adding { add(.collectionOperator(name.text), name.span) }
        if ["count", "size"].contains(name.text) { current = OptionalType(.int64) } else { reducer = name.text }
      case .index(let index):
        if adding, case .expression(let value) = index.kind {
          work.append(.value(value, Place(entity: place.entity, variables: place.variables, expected: .int64)))
        }
        current =
          index.kind == .size ? OptionalType(.int64) : current?.base.element.map { OptionalType($0, isOptional: true) }
      case .variable(let variable): if adding { addVariable(variable, place, type: nil) }
      case .argument: return nil
      }
    }
    guard let reducer, let element = current?.base.element else { return current }
    switch reducer {
    case "avg": return OptionalType(.double, isOptional: true)
    case "sum": return OptionalType(element)
    case "min", "max": return OptionalType(element, isOptional: true)
    default: return current
    }
  }

  private mutating func type(of node: ExpressionNode, _ place: Place) -> OptionalType? {
    switch node {
    case .path(let path): return follow(path, place, adding: false)
    case .variable(let variable):
      if let found = place.variables.last(where: { $0.name == variable.name }) {
        return found.entity.map { OptionalType(.object($0)) }
      }
      return parameterTypes[variable.name]
    case .literal(let literal): return literal.type
    case .subquery(let subquery): return type(of: subquery.collection, place)
    case .unary(let unary): return type(of: unary.operand, place)
    case .chain(let chain):
      for operand in chain.operands {
        if let type = type(of: operand, place) { return type }
      }
      return nil
    case .aggregate(let list):
      for element in list.elements {
        if let type = type(of: element, place) { return OptionalType(.collection(element: type.base, isOrdered: true)) }
      }
      return nil
    case .ternary(let ternary): return type(of: ternary.then, place) ?? type(of: ternary.otherwise, place)
    case .call(let call):
      let first = call.arguments.first.flatMap { type(of: $0, place) }
      return CallTable.resultType(of: CallTable.key(call.name.text), first: first)
    case .argument, .enumCase, .invalid: return nil
    }
  }
}
