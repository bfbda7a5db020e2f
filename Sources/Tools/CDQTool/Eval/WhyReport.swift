import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQWhy

/// The answer to "why not?": truth trees of objects, the changes that would turn the answer, and for a query without
/// results what each condition removes.
struct WhyReport {
  let query: QueryIR
  let arguments: Arguments
  let snapshot: Snapshot
  let options: ExecutionOptions

  /// The number of objects that are explained when the user names none.
  private static let mostObjects = 3

  /// The lines about one object, or about the objects that match the least.
  ///
  /// - Parameter identity: the identity of the object as text; nil for the nearest objects.
  func lines(about identity: String?) throws(QueryFailure) -> [String] {
    let rules = ResultRules(query: query).sentences
    if query.predicate == .constant(true) {
      return [(["the query has no condition, so that all objects match"] + rules).joined(separator: "; ")]
    }
    let after = rules.isEmpty ? [] : ["of the objects that match: \(rules.joined(separator: "; "))"]
    do throws(ExecutionError) {
      guard let identity else { return try linesAboutNearest() + after }
      if let record = find(identity) { return try lines(about: record) + after }
    } catch {
      throw QueryFailure(error)
    }
    throw QueryFailure(
      stage: .run, code: "not-found", message: "there is no \(query.entity) with the identity '\(identity ?? "")'")
  }

  private func find(_ identity: String) -> StoredRecord? {
    let attributes = snapshot.schema.identity(of: query.entity)
    if attributes.count == 1, let attribute = attributes.first,
      let value = try? ValueCoding(schema: snapshot.schema).value(fromText: identity, as: attribute.type)
    {
      return snapshot.record(of: query.entity, identity: value)
    }
    return snapshot.records(of: query.entity).first { record in
      let value = record.identityValue
      return ValueText.plain(value, .null) == identity || ValueText.json(value, .null) == identity
    }
  }

  private func lines(about record: StoredRecord) throws(ExecutionError) -> [String] {
    let tree = try record.why(query, arguments: arguments, options: options)
    let changes = try record.turningChanges(of: query, arguments: arguments, options: options)
    let isWanted = query.includesSubentities || record.entityName == query.entity
    var lines = ["\(name(of: record)) \(tree.holds && isWanted ? "matches" : "does not match")"]
    if !isWanted { lines.append("  it is a \(record.entityName), and the query has 'only'") }
    lines += tree.lines().map { "  \($0)" }
    let verb = tree.holds ? "would not match" : "would match"
    if let assignments = changes.object {
      let texts = assignments.map { assignment in
        let owner = assignment.object == record.key ? "" : "\(ValueLiteral.text(.object(assignment.object)))."
        return "\(owner)\(assignment.property) = \(ValueLiteral.text(assignment.after))"
      }
      lines.append("  it \(verb) with \(texts.joined(separator: " and "))")
    }
    if let change = changes.query {
      let texts = change.parts.map { part in
        part.after.map { "'\($0)' in place of '\(part.before)'" } ?? "no '\(part.before)'"
      }
      lines.append("  it \(verb) a query with \(texts.joined(separator: " and "))")
    }
    return lines
  }

  private func name(of record: StoredRecord) -> String {
    let identity = ValueText.plain(record.identityValue, .null) ?? ""
    var name = "\(record.entityName) \(identity)"
    if case .string(let text) = record["name"], text != identity { name += " (\(ValueLiteral.text(.string(text))))" }
    return name
  }

  // MARK: The nearest objects

  private func linesAboutNearest() throws(ExecutionError) -> [String] {
    let losses = try snapshot.losses(of: query, arguments: arguments, options: options)
    var lines: [String] = []
    if losses.total == 0 { return ["there are no objects of '\(query.entity)'"] }
    if losses.matching == 0 { lines += WhyReport.lines(about: losses) }
    let records = try snapshot.nearMisses(of: query, arguments: arguments, most: WhyReport.mostObjects, options: options)
    if records.isEmpty, losses.matching > 0 { lines.append("all \(losses.total) objects match") }
    for record in records { lines += try self.lines(about: record) }
    return lines
  }

  /// The lines about a query without results.
  private static func lines(about losses: ConditionLosses) -> [String] {
    var lines: [String] = []
    for loss in losses.conditions.prefix(8) where loss.removed > 0 {
      let all = loss.removed == losses.total ? "all \(loss.removed)" : "\(loss.removed) of \(losses.total)"
      let left = loss.leftWithout == 0 ? "none is left without it, either" : loss.leftWithout == 1 ? "without it 1 is left" : "without it \(loss.leftWithout) are left"
      lines.append("'\(loss.text)' removes \(all); \(left)")
    }
    if let pair = losses.pair {
      lines.append("without '\(pair.texts.joined(separator: "' and '"))' \(pair.leftWithout == 1 ? "1 is" : "\(pair.leftWithout) are") left")
    }
    return lines
  }
}
