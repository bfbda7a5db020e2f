import CDQIR
import CDQRuntime

extension StoredRecord: CustomStringConvertible {
  /// The entity and the attributes on one line, such as `City(id: 7, name: "Oslo")`.
  public var description: String {
    let attributes = snapshot.schema.allAttributes(of: entityName).map {
      "\($0.name): \(LiteralText.text(self[$0.name]))"
    }
    return "\(entityName)(\(attributes.joined(separator: ", ")))"
  }
}

extension QueryResult: CustomStringConvertible {
  /// The result on one line: objects and rows in brackets, or the number.
  public var description: String {
    switch self {
    case .records(let records): "[\(records.map(\.description).joined(separator: ", "))]"
    case .rows(let rows): "[\(rows.map { LiteralText.text(.list($0)) }.joined(separator: ", "))]"
    case .count(let count): String(count)
    case .exists(let exists): String(exists)
    case .deleted(let count): "\(count) deleted"
    case .updated(let count): "\(count) updated"
    }
  }
}
