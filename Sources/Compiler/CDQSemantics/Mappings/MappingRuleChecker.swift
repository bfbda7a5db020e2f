import CDQIR
import CDQSchema
import CDQSyntax

/// The checker of one `mapping` declaration.
struct MappingRuleChecker {
  let mapping: MappingChecker.Declared
  let all: MappingChecker
  var diagnostics: [Diagnostic] = []
  /// The parameters that the caller passes, with the place of their first use.
  private(set) var parameters: [(parameter: ParameterIR, span: SourceSpan)] = []
  /// The mapping's entity, and those in its `@entity`.
  private var entities: [String] = []
  var schema: Schema { all.schema.schema }
  var node: MappingDeclaration { mapping.node }

  init(_ mapping: MappingChecker.Declared, _ all: MappingChecker) {
    self.mapping = mapping
    self.all = all
  }

  /// Checks the declaration.
  ///
  /// - Returns: its rule without the parts that have errors; nil when the entity is unknown.
  mutating func check() -> MappingRuleIR? {
    guard !node.entity.text.isEmpty else { return nil }
    guard let entity = schema.entity(named: node.entity.text) else {
      reportUnknownEntity(node.entity)
      return nil
    }
    entities = [entity.name]
    var rule = MappingRuleIR(name: node.name.text, entity: entity.name)
    rule.root = node.root.map { MappingRuleChecker.steps($0) } ?? []
    if let member = node.members.first(where: \.isEntity) {
      rule.choice = choice(member)
      entities += rule.choice?.cases.map(\.entity) ?? []
    } else if entity.isAbstract {
      report(
        .abstractMapping(entity.name), at: node.entity.span,
        help: ["say which entity a record is: @entity = type as { \"a\": … }"])
    }
    if let predicate = node.predicate { rule.filter = filter(predicate) }
    if let scope = node.scope { rule.scope = condition(scope, over: node.entity, in: all.schema) }
    var seen: Set<String> = []
    for member in node.members {
      guard seen.insert(member.isEntity ? "@entity" : member.name.text).inserted else {
        report(.duplicateField(member.isEntity ? "@entity" : member.name.text), at: member.name.span)
        continue
      }
      if !member.isEntity, let field = field(member) { rule.fields.append(field) }
    }
    return rule
  }

  static func steps(_ path: JSONPathNode) -> [JSONStep] {
    path.steps.map { step in
      switch step {
      case .key(let key): .key(key)
      case .index(let number): .index(Int(clamping: number))
      }
    }
  }

  // MARK: Entities

  private mutating func choice(_ member: MappingDeclaration.Member) -> EntityChoiceIR? {
    guard case .json(let path, .table(let entries, _)?) = member.source else {
      if case .invalid = member.source { return nil }
      report(
        .entityChoice, at: member.span, help: ["write @entity = type as { \"a\": \(node.entity.text), … }"])
      return nil
    }
    var cases: [EntityChoiceIR.Case] = []
    for entry in entries {
      guard let json = tableKey(entry.json) else { continue }
      guard case .word(let name) = entry.value else {
        if case .expression(let value) = entry.value, case .invalid = value { continue }
        report(.entityChoice, at: entry.json.span, help: ["an entity follows ':'"])
        continue
      }
      guard let entity = schema.entity(named: name.text) else {
        reportUnknownEntity(name)
        continue
      }
      guard !entity.isAbstract, schema.isEntity(entity.name, kindOf: node.entity.text) else {
        report(.wrongMappedEntity(entity.name, expected: node.entity.text), at: name.span)
        continue
      }
      cases.append(EntityChoiceIR.Case(json, entity: entity.name))
    }
    return EntityChoiceIR(path: MappingRuleChecker.steps(path), cases: cases)
  }

  mutating func tableKey(_ node: ExpressionNode) -> Value? {
    switch node {
    case .literal(let literal):
      switch literal.kind {
      case .null: return .null
      case .boolean(let flag): return .bool(flag)
      case .integer(let number): return .int(number)
      case .string(let text): return .string(text)
      case .number: break
      }
    case .unary(let unary):
      if unary.kind == .negate, case .literal(let literal) = unary.operand, case .integer(let number) = literal.kind {
        return .int(-number)
      }
    case .invalid: return nil
    case .path, .variable, .argument, .aggregate, .chain, .call, .subquery, .ternary, .enumCase: break
    }
    report(.tableKey, at: node.span)
    return nil
  }

  // MARK: Fields

  private mutating func field(_ member: MappingDeclaration.Member) -> FieldIR? {
    let found = entities.lazy.compactMap { [schema] in schema.property(named: member.name.text, of: $0) }.first
    guard let property = found else {
      if !member.name.text.isEmpty { reportUnknownProperty(member.name) }
      return nil
    }
    guard let source = source(member, property) else { return nil }
    return FieldIR(property.name, source)
  }

  private mutating func source(_ member: MappingDeclaration.Member, _ property: Property) -> FieldSourceIR? {
    switch (member.source, property) {
    case (.invalid, _): return nil
    case (.json(let path, nil), _): return .json(MappingRuleChecker.steps(path), nil)
    case (.json(let path, let transform?), .attribute(let attribute)):
      return self.transform(transform, of: attribute, member.name).map { .json(MappingRuleChecker.steps(path), $0) }
    case (.json, .relationship(let relationship)):
      report(.transformOfRelationship(relationship.name), at: member.span)
      return nil
    case (.index, .attribute(let attribute)) where attribute.type.isInteger: return .index
    case (.index(let span), _):
      report(.indexNeedsInteger(property.name, property.type), at: span)
      return nil
    case (.parameter(let variable), _): return parameter(variable, property)
    case (.nested(let path, let name), .relationship(let relationship)):
      guard isMapping(name, of: relationship.destination) else { return nil }
      return .nested(MappingRuleChecker.steps(path), rule: name.text)
    case (.nested(_, let name), .attribute(let attribute)):
      report(.needsRelationship(attribute.name), at: name.span)
      return nil
    case (.objects(let entity, let predicate), .relationship(let relationship)):
      return objects(entity, predicate, relationship)
    case (.objects(let entity, _), .attribute(let attribute)):
      report(.needsRelationship(attribute.name), at: entity.span)
      return nil
    }
  }

  private mutating func parameter(_ variable: VariableNode, _ property: Property) -> FieldSourceIR? {
    let type = property.type
    if case .relationship(let relationship) = property, relationship.isToMany {
      report(.parameterOfToMany(relationship.name), at: variable.span)
      return nil
    }
    add(ParameterIR(name: variable.name, type: type), at: variable.span)
    return .parameter(variable.name)
  }

  private mutating func isMapping(_ name: Identifier, of destination: String) -> Bool {
    guard let used = all.mapping(named: name.text) else {
      if name.text.isEmpty { return false }
      let fitting = all.numbers.keys.filter { other in
        all.mapping(named: other).map { schema.isEntity($0.node.entity.text, kindOf: destination) } ?? false
      }
      let near = Suggestions.nearest(to: name.text, among: fitting.sorted())
      report(
        .unknownMapping(name.text), at: name.span, label: near.map { "did you mean '\($0)'?" },
        fixIts: near.map {
          [FixIt("replace '\(name.text)' with '\($0)'", .ofName(name.text, $0), [.init(name.span, $0)])]
        } ?? [])
      return false
    }
    let entity = used.node.entity.text
    // The other mapping reports its own unknown entity.
    guard schema.entity(named: entity) != nil, !schema.isEntity(entity, kindOf: destination) else { return true }
    report(.wrongMappedEntity(entity, expected: destination), at: name.span)
    return false
  }

  // MARK: Conditions

  /// Checks the condition after `where`, in a schema without relationships.
  private mutating func filter(_ predicate: PredicateNode) -> QueryIR? {
    let attributes = schema.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.filter { if case .attribute = $0 { true } else { false } }
      return entity
    }
    let own = CheckedSchema(
      schema: Schema(entities: attributes, enumerations: schema.enumerations), declarations: all.schema.declarations)
    return condition(predicate, over: node.entity, in: own)
  }

  /// Checks a condition and makes it a query.
  ///
  /// - Parameter owner: the entities of the objects whose relationship the query fills. A parameter with the name of
  ///   one of their attributes is bound to it; any other one is a parameter of the mapping.
  private mutating func condition(
    _ predicate: PredicateNode, over entity: Identifier, in schema: CheckedSchema, owner: [String] = []
  ) -> QueryIR? {
    let result = CDQSemantics.check(
      predicate, entity: entity, source: mapping.source, schema: schema, options: all.options)
    for finding in result.diagnostics {
      let name = mapping.source.text(finding.span)
      if finding.code == DiagnosticCode(CheckCode.unknownProperty),
        case .relationship? = self.schema.property(named: name, of: entity.text)
      {
        report(.conditionOnRelationship(name), at: finding.span)
      } else {
        diagnostics.append(finding)
      }
    }
    guard let typed = result.query else { return nil }
    for parameter in typed.parameters where !isAttribute(parameter, of: owner) {
      add(
        ParameterIR(
          name: parameter.name, type: parameter.type, isOmittable: parameter.isOmittable, size: parameter.size),
        at: parameter.span)
    }
    return Lowering.lower(typed)
  }

  /// Whether a parameter is bound to an attribute of the owner of the relationship.
  private mutating func isAttribute(_ parameter: TypedParameter, of owner: [String]) -> Bool {
    for entity in owner {
      guard case .attribute(let attribute)? = schema.property(named: parameter.name, of: entity) else { continue }
      if attribute.type.evaluated != parameter.type.base.evaluated {
        report(.parameterConflict(parameter.name, attribute.optionalType, parameter.type), at: parameter.span)
      }
      return true
    }
    return false
  }

  /// Checks the source of a relationship such as `comments = Comment where referenceId == $id`.
  private mutating func objects(
    _ entity: Identifier, _ predicate: PredicateNode, _ relationship: Relationship
  ) -> FieldSourceIR? {
    guard schema.entity(named: entity.text) != nil else {
      reportUnknownEntity(entity)
      return nil
    }
    guard schema.isEntity(entity.text, kindOf: relationship.destination) else {
      report(.wrongMappedEntity(entity.text, expected: relationship.destination), at: entity.span)
      return nil
    }
    return condition(predicate, over: entity, in: all.schema, owner: entities).map { .objects($0) }
  }

  private mutating func add(_ parameter: ParameterIR, at span: SourceSpan) {
    guard let index = parameters.firstIndex(where: { $0.parameter.name == parameter.name }) else {
      parameters.append((parameter, span))
      return
    }
    let known = parameters[index].parameter
    if known.type.base.evaluated != parameter.type.base.evaluated {
      report(.parameterConflict(parameter.name, known.type, parameter.type), at: span)
    }
    parameters[index].parameter.isOmittable = known.isOmittable && parameter.isOmittable
  }
}
