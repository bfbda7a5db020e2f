import CDQIR
import CDQKit
import CDQOracle
import CDQPrinting
import CDQRandom
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// A test case: one query or predicate on one random world, which the engines and the oracle answer.
struct OracleCase: Sendable {
  var world: RandomWorld
  /// The entity of a predicate; nil for a query.
  var entity: String?
  var isStrict = false
  var phrase: Phrase
  /// Values by parameter name, without those of absent parameters.
  var arguments: [String: Value] = [:]

  static let now = Date(timeIntervalSinceReferenceDate: 791_424_000.125)
  static let locale = Locale(identifier: "sv_SE")

  /// The result of comparing the engines with the oracle.
  enum Outcome: Equatable {
    /// The checker refused the text, with these codes.
    case refused([String])
    case same
    /// The answers differ, or printing the text changed its meaning; a description of the difference.
    case different(String)
  }

  /// A random world, loaded for the engine and for the oracle.
  struct Loaded: Sendable {
    var world: RandomWorld
    var checked: CheckedSchema
    var store: Store
    var oracle: OracleWorld
    var records: NamedRecords

    /// Loads the data from JSON, with a schema that is parsed from the printed text of the world's schema.
    init(_ world: RandomWorld) throws {
      let schema = try Schema(parsing: SchemaPrinter.text(world.schema))
      self.world = world
      checked = CheckedSchema(schema: schema)
      store = try StoreLoader(schema: schema).load(world.inputs).store
      oracle = world.oracleWorld
      records = NamedRecords(oracle)
    }
  }

  func compile(_ loaded: Loaded) -> Pipeline.Compiled {
    compile(phrase.text, loaded)
  }

  private func compile(_ text: String, _ loaded: Loaded) -> Pipeline.Compiled {
    let source = SourceText(name: "case", text)
    let options = ParseOptions(strictNSPredicate: isStrict)
    if entity != nil {
      let parsed = Parser.parsePredicate(source, options: options)
      return Pipeline.compile(
        ParseResult(.predicate(parsed.tree), parsed.diagnostics), source: source, entity: entity,
        schema: loaded.checked, options: CheckOptions(strictNSPredicate: isStrict))
    }
    let parsed = Parser.parseQuery(source)
    return Pipeline.compile(
      ParseResult(.query(parsed.tree), parsed.diagnostics), source: source, entity: nil, schema: loaded.checked)
  }

  /// The printed text if it compiles to another query than the original text; nil if it compiles to the same.
  private func misprint(of ir: QueryIR, _ loaded: Loaded) -> String? {
    // The names of a dynamic sort's keys come from the text, and the printer may spell them differently.
    if case .choice = ir.sort { return nil }
    let source = SourceText(name: "case", phrase.text)
    let text: String
    if entity == nil {
      text = printed(Parser.parseQuery(source).tree)
    } else {
      let tree = Parser.parsePredicate(source, options: ParseOptions(strictNSPredicate: isStrict)).tree
      let result = printed(tree, style: isStrict ? .nsPredicate : .cdq)
      guard result.problems.isEmpty else { return nil }
      text = result.text
    }
    return compile(text, loaded).ir == ir ? nil : text
  }

  // MARK: Arguments

  /// Chooses values for the parameters of a checked query by their types and the first letters of their names.
  mutating func chooseArguments(_ query: TypedQuery, _ random: inout SplitMix) {
    for parameter in query.parameters {
      if parameter.isOmittable, random.chance(50) { continue }
      if parameter.type.isOptional, random.chance(20) {
        arguments[parameter.name] = .null
        continue
      }
      let value = argument(parameter, query, &random)
      // A parameter that may be absent but is never nil is left out instead.
      if value.isNull, parameter.isOmittable, !parameter.type.isOptional { continue }
      arguments[parameter.name] = value
    }
  }

  private func argument(_ parameter: TypedParameter, _ query: TypedQuery, _ random: inout SplitMix) -> Value {
    let kind = parameter.name.prefix { !$0.isNumber }
    switch (kind, parameter.type.base) {
    case ("like", _): return .string(random.pick(RandomValues.likes))
    case ("regex", _): return .string(random.pick(RandomValues.regexes))
    case ("count", _): return .int(Int64(random.below(4)))
    case ("sortKey", _):
      guard case .choice(_, let keys) = query.sort else { return .string("") }
      return .string(random.pick(keys).name)
    case (_, .object(let entity)): return object(entity, &random)
    case (_, .collection(element: .object(let entity), isOrdered: _)):
      return .list((0..<random.below(4)).map { _ in object(entity, &random) })
    case ("pair", .collection(element: let element, isOrdered: _)):
      return .list((0..<2).map { _ in RandomValues.value(element.evaluated, world.schema, &random) })
    case (_, let type): return RandomValues.value(type.evaluated, world.schema, &random)
    }
  }

  private func object(_ entity: String, _ random: inout SplitMix) -> Value {
    let found = world.objects.indices.filter { world.schema.isEntity(world.objects[$0].entity, kindOf: entity) }
    if let index = random.pickAny(found), random.chance(95) { return .object(world.key(index)) }
    let isText = world.schema.identity(of: entity).first?.type == .string
    return .object(ObjectKey(root: world.schema.root(of: entity), identity: isText ? .string("?") : .int(999)))
  }

  // MARK: Running

  func outcome(_ loaded: Loaded) -> Outcome {
    let compiled = compile(loaded)
    guard let typed = compiled.typed, let ir = compiled.ir else {
      return .refused(compiled.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue))
    }
    return outcome(typed, ir, loaded)
  }

  func outcome(_ typed: TypedQuery, _ ir: QueryIR, _ loaded: Loaded) -> Outcome {
    let names = typed.parameters.map(\.name)
    let given = arguments.filter { names.contains($0.key) }
    // An optional parameter that is nil is as absent as one that is not given.
    let absent = Set(typed.parameters.indices.filter { index in
      given[names[index]].map { $0.isNull && typed.parameters[index].isOmittable } ?? true
    })
    if let text = misprint(of: ir, loaded) { return .different("printed as another query: \(text)") }
    var oracle = loaded.oracle
    let expected = Oracle.run(
      typed, &oracle, arguments: names.map { given[$0] ?? .null }, absent: absent, now: OracleCase.now,
      locale: OracleCase.locale)
    for engine in ExecutionOptions.Engine.allCases {
      if let difference = difference(engine, ir, given, loaded, expected, oracle) { return .different(difference) }
    }
    return differenceOfRecords(ir, given, loaded, expected).map { .different($0) } ?? .same
  }

  /// Describes how the answer on records of a custom type differs from the oracle's; nil when it does not, or when the
  /// query needs a store.
  private func differenceOfRecords(
    _ ir: QueryIR, _ given: [String: Value], _ loaded: Loaded, _ expected: OracleResult
  ) -> String? {
    guard !ir.cardinality.changesObjects, let access = loaded.records.accesses[ir.entity] else { return nil }
    do throws(ExecutionError) {
      let found = try answer(PreparedQuery(ir, access: access), given, loaded)
      return OracleCase.isSame(found, expected)
        ? nil : "records: \(describe(found))\noracle: \(describe(expected))"
    } catch .needsStore {
      return nil
    } catch {
      if case .failure(error.code) = expected { return nil }
      return "records: \(error)\noracle: \(describe(expected))"
    }
  }

  private func answer(
    _ query: PreparedQuery<NamedRecord>, _ given: [String: Value], _ loaded: Loaded
  ) throws(ExecutionError) -> OracleResult {
    let records = loaded.records.records(of: query.ir.entity)
    let (arguments, options) = (Arguments(given), ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale))
    if query.ir.projection != nil {
      let rows = try query.rows(in: records, arguments: arguments, options: options)
      return .rows(rows.map { row in row.map { OracleCase.datum($0, loaded) } })
    }
    switch query.ir.cardinality {
    case .many, .delete, .update:
      return .objects(try query.records(in: records, arguments: arguments, options: options).map(\.number))
    case .first:
      let first = try query.first(in: records, arguments: arguments, options: options)
      return .objects(first.map { [$0.number] } ?? [])
    case .one: return .objects([try query.one(in: records, arguments: arguments, options: options).number])
    case .count: return .number(try query.count(in: records, arguments: arguments, options: options))
    case .exists: return .truth(try query.exists(in: records, arguments: arguments, options: options))
    }
  }

  /// Describes how an engine's answer differs from the oracle's; nil when it does not.
  private func difference(
    _ engine: ExecutionOptions.Engine, _ ir: QueryIR, _ given: [String: Value], _ loaded: Loaded,
    _ expected: OracleResult, _ oracle: OracleWorld
  ) -> String? {
    let store = ir.cardinality.changesObjects ? Store(loaded.store.snapshot) : loaded.store
    let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale, engine: engine)
    do throws(ExecutionError) {
      let found = OracleCase.answer(try store.run(ir, arguments: Arguments(given), options: options), loaded)
      guard OracleCase.isSame(found, expected) else {
        return "\(engine) engine: \(describe(found))\noracle: \(describe(expected))"
      }
      return ir.cardinality.changesObjects ? remains(store.snapshot, oracle).map { "\(engine) engine: \($0)" } : nil
    } catch {
      if case .failure(error.code) = expected { return nil }
      return "\(engine) engine: \(error)\noracle: \(describe(expected))"
    }
  }

  private static func answer(_ result: QueryResult, _ loaded: Loaded) -> OracleResult {
    switch result {
    case .records(let records): .objects(records.map { number(of: $0.key, loaded) ?? -1 })
    case .rows(let rows): .rows(rows.map { row in row.map { datum($0, loaded) } })
    case .count(let number): .number(number)
    case .exists(let truth): .truth(truth)
    case .deleted(let number): .deleted(number)
    case .updated(let number): .updated(number)
    }
  }

  private static func number(of key: ObjectKey, _ loaded: Loaded) -> Int? {
    loaded.oracle.objects.firstIndex { $0.key == key }
  }

  private static func datum(_ value: Value, _ loaded: Loaded) -> Datum {
    switch value {
    case .null: .null
    case .object(let key): number(of: key, loaded).map { .object($0) } ?? .scalar(value)
    case .list(let values): .list(values.map { datum($0, loaded) })
    case .bool, .int, .double, .decimal, .string, .date, .duration, .data, .uuid, .url: .scalar(value)
    }
  }

  private static func attribute(_ value: Value) -> Datum {
    switch value {
    case .null: .null
    case .list(let values): .list(values.map { attribute($0) })
    default: .scalar(value)
    }
  }

  private static func isSame(_ left: OracleResult, _ right: OracleResult) -> Bool {
    guard case .rows(let first) = left, case .rows(let second) = right else { return left == right }
    return first.count == second.count
      && zip(first, second).allSatisfy { row, other in
        row.count == other.count && zip(row, other).allSatisfy { isSame($0, $1) }
      }
  }

  /// Compares two values: texts byte by byte, and NaN equal to NaN.
  private static func isSame(_ left: Datum, _ right: Datum) -> Bool {
    switch (left, right) {
    case (.scalar(.string(let a)), .scalar(.string(let b))): a.utf8.elementsEqual(b.utf8)
    case (.scalar(.double(let a)), .scalar(.double(let b))): a == b || a.isNaN && b.isNaN
    case (.scalar(.duration(let a)), .scalar(.duration(let b))): a == b || a.isNaN && b.isNaN
    case (.scalar(.date(let a)), .scalar(.date(let b))):
      a == b || a.timeIntervalSinceReferenceDate.isNaN && b.timeIntervalSinceReferenceDate.isNaN
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    default: left == right
    }
  }

  /// Describes how the engine's data differs from the oracle's after a change; nil when it does not.
  private func remains(_ snapshot: Snapshot, _ oracle: OracleWorld) -> String? {
    for index in oracle.objects.indices {
      let object = oracle.objects[index]
      let record = snapshot.record(object.key)
      guard (record == nil) == oracle.deleted.contains(index) else {
        return "after the change \(object.entity) \(world.objects[index].id) is there for one only"
      }
      guard let record else { continue }
      for attribute in world.schema.allAttributes(of: object.entity) {
        let (found, wanted) = (record[attribute.name], oracle.value(index, attribute.name))
        guard OracleCase.isSame(OracleCase.attribute(found), wanted) || found.isNull && wanted == .list([]) else {
          return "after the change \(attribute.name) of \(object.entity) \(world.objects[index].id) is \(found) and not \(wanted)"
        }
      }
      for relationship in world.schema.allRelationships(of: object.entity) {
        let expected = oracle.value(index, relationship.name)
        let found: Datum =
          switch record[relationship.name] {
          case .list(let keys): .list(keys.map { .scalar($0) })
          case let key: key.isNull ? .null : .scalar(key)
          }
        let wanted: Datum =
          switch expected {
          case .list(let elements): .list(elements.map { key($0, oracle) })
          case .null: relationship.isToMany ? .list([]) : .null
          case let one: key(one, oracle)
          }
        if found != wanted {
          return "after the change \(relationship.name) of \(object.entity) \(world.objects[index].id) differs"
        }
      }
    }
    return nil
  }

  private func key(_ datum: Datum, _ oracle: OracleWorld) -> Datum {
    if case .object(let number) = datum { .scalar(.object(oracle.objects[number].key)) } else { datum }
  }

  // MARK: Showing

  private func describe(_ result: OracleResult) -> String {
    switch result {
    case .objects(let numbers):
      "\(numbers.map { $0 < 0 ? "?" : "\(world.objects[$0].entity) \(ValueCoding.json(world.objects[$0].id))" })"
    case .rows(let rows): "\(rows.map { row in row.map { describe($0) } })"
    case .number(let number): "\(number)"
    case .truth(let truth): "\(truth)"
    case .deleted(let number): "deleted \(number)"
    case .updated(let number): "updated \(number)"
    case .failure(let code): "error \(code)"
    }
  }

  private func describe(_ datum: Datum) -> String {
    switch datum {
    case .null: "null"
    case .object(let number): "\(world.objects[number].entity) \(ValueCoding.json(world.objects[number].id))"
    case .scalar(.double(let number)): "\(number)"
    case .scalar(let value): ValueCoding.json(value)
    case .list(let elements): "[\(elements.map { describe($0) }.joined(separator: ", "))]"
    }
  }

  /// The case as files and a line for `cdq eval --batch`, to reproduce it.
  var report: String {
    var parameters = arguments.filter { phrase.text.contains("$\($0.key)") }.sorted { $0.key < $1.key }.map {
      "\(ValueCoding.json(.string($0.key))):\(RandomWorld.json($0.value))"
    }.joined(separator: ",")
    if !parameters.isEmpty { parameters = ",\"params\":{\(parameters)}" }
    let text = ValueCoding.json(.string(phrase.text))
    let line =
      entity.map {
        "{\"predicate\":\(text),\"entity\":\(ValueCoding.json(.string($0)))\(isStrict ? ",\"strict\":true" : "")"
      }
      ?? "{\"query\":\(text)"
    let files = world.inputs.filter { $0.bytes.count > 2 }.map {
      "-- \($0.name)\n\(String(decoding: $0.bytes, as: UTF8.self))"
    }
    return """
      -- schema.cdq
      \(SchemaPrinter.text(world.schema))
      \(files.joined(separator: "\n"))
      -- batch line
      \(line)\(parameters)}
      """
  }
}
