public import CDQIR

/// A row of a `select`, whose values are read by the names of its columns.
public struct NamedRow: Hashable, Sendable, CustomStringConvertible {
  /// The values, in the order of the columns.
  public let values: [Value]
  let columns: Columns

  /// The columns of a result, which its rows share.
  final class Columns: Hashable, Sendable {
    let names: [String]
    let places: [String: Int]
    /// By the place of the column: the columns of the related objects in a shape.
    let related: [Int: Columns]
    /// Whether these are the columns of a list of related objects.
    let isList: Bool

    /// The columns of a `select`, or of a shape in it.
    init(_ projection: ProjectionIR, isList: Bool = false) {
      let columns = projection.columns
      names = columns.map(\.name)
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      var related: [Int: Columns] = [:]
      for (place, column) in columns.enumerated() {
        if case .shape(let shape) = column { related[place] = Columns(shape.projection, isList: shape.isToMany) }
      }
      (self.related, self.isList) = (related, isList)
    }

    static func == (left: Columns, right: Columns) -> Bool {
      left.names == right.names && left.related == right.related && left.isList == right.isList
    }

    func hash(into hasher: inout Hasher) { hasher.combine(names) }
  }

  init(_ columns: Columns, _ values: [Value]) {
    (self.columns, self.values) = (columns, values)
  }

  /// The names of the columns, in the order of `select`.
  public var names: [String] { columns.names }

  /// The value in a column; nil when the row has no such column. A value that is nil in the store is `.null`.
  public subscript(name: String) -> Value? {
    columns.places[name].map { values[$0] }
  }

  /// The columns with their values on one line, such as `name: "Oslo", people: 709037`.
  public var description: String {
    zip(names, values).map { "\($0): \(LiteralText.text($1))" }.joined(separator: ", ")
  }

  /// The row as a value of another type, whose properties have the names of the columns.
  ///
  /// Integers convert to integers that they fit, and to floating-point numbers. Dates, UUIDs, data, URLs and decimals
  /// are read as these types, durations as a `Double` of seconds, enums as their raw values, and objects as the text of
  /// their identity. A shape is read as a value of a type with the names of its columns, or as an array of them.
  ///
  /// - Throws: `DecodingError` when a column is missing, or its value does not fit.
  public func decoded<Row: Decodable>(as type: Row.Type = Row.self) throws -> Row {
    try Row(from: RowDecoder(self))
  }
}
