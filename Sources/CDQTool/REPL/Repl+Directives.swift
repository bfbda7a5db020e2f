import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSyntax

/// The commands of the REPL: lines that begin with a colon.
extension Repl {
  mutating func obey(_ directive: ReplDirective, _ argument: String) {
    switch directive {
    case .help: help(argument)
    case .schema: showSchema(argument)
    case .entity: changeEntity(argument)
    case .load: changeData(argument)
    case .let: setParameter(argument)
    case .params: showParameters()
    case .type: showType(argument)
    case .ast: showTree(argument)
    case .ir: showIR(argument)
    case .sql: showSQL(argument)
    case .fmt: showFormatted(argument)
    case .nspredicate: showNSPredicate(argument)
    case .format: changeFormat(argument)
    case .limit: changeLimit(argument)
    case .time: changeTime(argument)
    case .quit: break
    }
  }

  private mutating func help(_ topic: String) {
    if topic.isEmpty { return ReplHelp.overview.forEach(console.print) }
    if let lines = ReplHelp.lines(about: topic) { return lines.forEach(console.print) }
    let names = ReplHelp.topics + ReplDirective.allCases.map(\.rawValue)
    let near = Suggestions.nearest(to: topic, among: names).map { ["did you mean ':help \($0)'?"] } ?? []
    fail("there is no help about '\(topic)'", help: near + ["topics: \(ReplHelp.topics.joined(separator: ", "))"])
  }

  private mutating func showSchema(_ name: String) {
    if name.isEmpty {
      let table = TextTable(
        columns: [
          .init(title: "entity", isCuttable: false), .number("attributes"), .number("relationships"), .number("objects"),
        ],
        rows: schema.entities.map { entity in
          [
            .init(entity.name), .init(String(schema.allAttributes(of: entity.name).count)),
            .init(String(schema.allRelationships(of: entity.name).count)),
            .init(objectCount(of: entity.name).map(String.init) ?? "?"),
          ]
        })
      return show(table)
    }
    guard isKnown(name) else { return }
    let table = TextTable(
      columns: [
        .init(title: "property", isCuttable: false), .init(title: "type", isCuttable: false), .init(title: "remarks"),
      ],
      rows: schema.allProperties(of: name).map {
        [.init($0.name), .init($0.type.description), .init(remarks($0, name))]
      })
    show(table)
  }

  /// The number of objects of an entity; nil if the database cannot tell it.
  private func objectCount(of entity: String) -> Int? {
    guard let database = runner.database else { return runner.store.count(of: entity) }
    let all = QueryIR(entity: entity, cardinality: .count)
    guard case .number(let count)? = try? database.run(all, Arguments(), runner.limits) else { return nil }
    return count
  }

  private func show(_ table: TextTable) {
    table.lines(table.layout(console.output.columns), isColored: isColored).forEach(console.print)
  }

  private var isColored: Bool { console.usesColor(console.output, context.color) }

  private func remarks(_ property: Property, _ entity: String) -> String {
    switch property {
    case .attribute(let attribute):
      let isUnique = schema.lineage(of: entity).contains { $0.uniquenessConstraints.contains([attribute.name]) }
      return [isUnique ? "unique" : nil, attribute.isTransient ? "transient" : nil].compactMap { $0 }
        .joined(separator: ", ")
    case .relationship(let relationship):
      return relationship.inverse.map { "inverse \($0)" } ?? ""
    }
  }

  private mutating func changeEntity(_ name: String) {
    if name.isEmpty { return console.print(entity ?? "no entity is set") }
    if isKnown(name) { entity = name }
  }

  /// Sets the entity of `--entity`. Fails when the schema has no such entity.
  mutating func setEntity(_ name: String) throws(Failure) {
    guard schema.entity(named: name) != nil else {
      throw .usage("there is no entity '\(name)'", help: nearEntity(name))
    }
    entity = name
  }

  private mutating func isKnown(_ name: String) -> Bool {
    if schema.entity(named: name) != nil { return true }
    fail("there is no entity '\(name)'", help: nearEntity(name))
    return false
  }

  private func nearEntity(_ name: String) -> [String] {
    let names = schema.entities.map(\.name)
    let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    return near + ["entities: \(names.joined(separator: ", "))"]
  }

  /// Replaces the data of the session.
  mutating func load(_ data: DataSource) throws(Failure) {
    runner.store = try context.load(data, schema: schema).store
    runner.database = data.database
  }

  private mutating func changeData(_ path: String) {
    guard !path.isEmpty, path != "-" else { return fail(":load needs a path", help: [":load PATH"]) }
    do throws(Failure) {
      if let location = DatabaseLocation(path) { return try connect(location) }
      try load(DataSource.read(path, context))
      let counts = schema.entities.filter { !$0.isAbstract }.map {
        Phrase.count(runner.store.count(of: $0.name, includingSubentities: false), $0.name, plural: $0.name)
      }
      console.print("loaded \(counts.joined(separator: ", "))")
    } catch {
      switch error {
      case .usage(let message, let help), .unreadable(let message, let help): fail(message, help: help)
      case .bug(let message): fail(message)
      // `load` has shown the errors of the data; the session keeps the data that it had.
      case .findings: hasFailed = true
      }
    }
  }

  /// Asks another database about the schema of the session.
  private mutating func connect(_ location: DatabaseLocation) throws(Failure) {
    do throws(DatabaseError) {
      let connection = try location.connect()
      let mapping = runner.database?.database.mapping ?? OwnLayout(schema).mapping
      let database = Database(schema: schema, mapping: mapping, dialect: connection.dialect)
      runner.database = DatabaseSession(
        location, connection, database, allowsResidual: !context.arguments.has("no-residual"))
      console.print("connected to \(location)")
    } catch {
      throw Failure(error, location)
    }
  }

  private mutating func setParameter(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = (parts.first.map { $0.hasSuffix(":") ? $0.dropLast() : $0 } ?? "").trimmedWhitespace
    let text = parts.count > 1 ? parts[1].trimmedWhitespace : ""
    let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
    guard let first = bare.first, first.isLetter || first == "_",
      bare.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return fail("'\(argument)' sets no parameter", help: [":let $name = value"]) }
    guard parts.count > 1 else {
      let value = parameters.first { $0.name == bare }?.value.written
      return console.print(value.map { "$\(bare) = \($0)" } ?? "$\(bare) is not set")
    }
    let value = Repl.parameter(text)
    if let index = parameters.firstIndex(where: { $0.name == bare }) {
      parameters[index].value = value
    } else {
      parameters.append((bare, value))
    }
  }

  /// The value of `:let`: JSON if the text is JSON, else the text itself, without single quotes around it.
  private static func parameter(_ text: String) -> ParameterText {
    if let json = try? JSONValue(parsing: text) { return .json(json) }
    if text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") { return .text(String(text.dropFirst().dropLast())) }
    return .text(text)
  }

  private func showParameters() {
    if parameters.isEmpty { return console.print("no parameters are set") }
    for parameter in parameters { console.print("$\(parameter.name) = \(parameter.value.written)") }
  }

  private mutating func changeFormat(_ name: String) {
    if name.isEmpty { return console.print(format?.rawValue ?? "table, or record where few columns fit") }
    guard let found = ResultFormat(rawValue: name) else {
      let names = ResultFormat.allCases.map(\.rawValue)
      let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
      return fail("there is no format '\(name)'", help: near + ["one of \(names.joined(separator: ", "))"])
    }
    format = found
  }

  private mutating func changeLimit(_ text: String) {
    if text.isEmpty { return console.print(rowLimit.map(String.init) ?? "0") }
    guard let number = Int(text), number >= 0 else { return fail(":limit needs a whole number", help: [":limit 50"]) }
    rowLimit = number == 0 ? nil : number
  }

  private mutating func changeTime(_ text: String) {
    switch text {
    case "": console.print(showsTime ? "on" : "off")
    case "on": showsTime = true
    case "off": showsTime = false
    default: fail(":time is on or off")
    }
  }
}
