import CDQConnections
import CDQIR
import CDQSQL

/// The columns of an attribute in our own layout: its value, and its folded texts.
struct StoredColumns {
  let property: String
  let type: ValueType
  /// The column of the value, and then those of the folds.
  let names: [String]
  private let folds: [TextOptions]

  init?(_ attribute: Attribute, of entity: String, _ schema: Schema, _ mapping: DatabaseMapping) {
    guard let place = mapping.entities[entity]?.attributes[attribute.name] else { return nil }
    property = "\(entity).\(attribute.name)"
    var type = schema.rawType(of: attribute.type)
    if case .collection(let element, let isOrdered) = type {
      type = .collection(element: schema.rawType(of: element), isOrdered: isOrdered)
    }
    self.type = type
    var names = [place.column]
    var folds: [TextOptions] = []
    for options in OwnLayout.folds {
      guard let column = place.folds?[options.letters] else { continue }
      names.append(column)
      folds.append(options)
    }
    (self.names, self.folds) = (names, folds)
  }

  /// The values of the columns.
  ///
  /// - Throws: `DatabaseError.unstorableValue`.
  func data(_ value: Value, _ dialect: SQLDialect) throws(DatabaseError) -> [SQLDatum] {
    var result: [SQLDatum] = []
    do throws(SQLRefusal) {
      result.append(try dialect.stored(value, type))
    } catch {
      throw .unstorableValue(property: property, reason: error.reason)
    }
    for options in folds {
      guard case .string(let text) = value else {
        result.append(.null)
        continue
      }
      result.append(.text(SQLDialect.folded(text, options)))
    }
    return result
  }
}
