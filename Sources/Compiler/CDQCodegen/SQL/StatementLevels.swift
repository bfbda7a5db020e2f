import CDQIR
import CDQSQL

/// The statements for the shapes of a query, inner ones first: as a run reads them, and as `RelatedRows` numbers them.
struct StatementLevels {
  /// The statement of one shape.
  struct Level {
    var shape: ShapeIR
    var statement: SQLQuery
    /// The struct of its rows, such as `ProfilesRow.LatestRow`.
    var type: String
    /// The numbers of the shapes in it.
    var shapes: [Int]
    /// The number of its first columns, which are the key of the object that a row belongs to.
    var keyCount: Int
  }

  private(set) var levels: [Level] = []
  /// The numbers of the shapes of the query itself.
  private(set) var shapes: [Int] = []

  /// - Parameter type: The struct of the query's rows.
  init(_ statement: SQLQuery, _ projection: ProjectionIR?, _ type: String?) {
    guard let projection, let type else { return }
    shapes = add(statement, projection, type)
  }

  /// Adds the levels below a statement, and returns their numbers.
  private mutating func add(_ statement: SQLQuery, _ projection: ProjectionIR, _ type: String) -> [Int] {
    var numbers: [Int] = []
    let names = GenerationContext.rowTypeNames(projection)
    for (index, shape) in projection.shapes.enumerated() {
      let (query, name) = (statement.shapes[index], "\(type).\(names[index])")
      let inner = add(query, shape.projection, name)
      levels.append(
        Level(shape: shape, statement: query, type: name, shapes: inner, keyCount: statement.owners[index].count))
      numbers.append(levels.count - 1)
    }
    return numbers
  }

  // MARK: Structs

  /// The struct of rows with the initializer that reads it, and so the structs of shapes in it.
  func reading(
    _ declaration: SwiftDeclaration, _ statement: SQLQuery, _ projection: ProjectionIR, _ context: GenerationContext
  ) -> SwiftDeclaration {
    reading(declaration, statement, projection, shapes, context)
  }

  private func reading(
    _ declaration: SwiftDeclaration, _ statement: SQLQuery, _ projection: ProjectionIR, _ numbers: [Int],
    _ context: GenerationContext
  ) -> SwiftDeclaration {
    guard case .type(let keyword, let name, let conformances, let members) = declaration.kind else { return declaration }
    var nested: [SwiftDeclaration] = []
    var own: [SwiftDeclaration] = []
    for member in members {
      guard case .type = member.kind, nested.count < numbers.count else {
        own.append(member)
        continue
      }
      let level = levels[numbers[nested.count]]
      nested.append(reading(member, level.statement, level.shape.projection, level.shapes, context))
    }
    var outputs = statement.outputs.makeIterator()
    var shapes = zip(numbers, statement.owners).makeIterator()
    var body: [SwiftStatement] = []
    for column in projection.columns {
      var value = SwiftExpression.null
      switch column {
      case .item(let item):
        guard let output = outputs.next() else { continue }
        value = RowReading(item.type, context.types).value(of: "row", at: output.columns)
      case .shape(let shape):
        guard let (number, key) = shapes.next() else { continue }
        value = StatementLevels.rows(of: shape, number, at: key)
      }
      body.append(.assign(.member(.name("self"), column.name), "=", value))
    }
    let initializer = ModelWriter.rowInitializer(
      body, context.types, context.access, "A row as the database gives it.", hasShapes: !numbers.isEmpty)
    var result = declaration
    result.kind = .type(keyword, name: name, conformances: conformances, own + [initializer] + nested)
    return result
  }

  /// `related.list(1, of: row, at: 3)`
  private static func rows(of shape: ShapeIR, _ number: Int, at key: [Int]) -> SwiftExpression {
    var arguments = [
      SwiftArgument(.integer(Int64(number))), SwiftArgument("of", .name("row")),
      SwiftArgument("at", .integer(Int64(key.first ?? 0))),
    ]
    if key.count != 1 { arguments.append(SwiftArgument(.integer(Int64(key.count)))) }
    let method = shape.isToMany ? "list" : shape.isOptional ? "optional" : "required"
    let call = SwiftExpression.call(.member(.name("related"), method), arguments)
    return method == "required" ? .attempt(call) : call
  }

  /// `{ row, related throws(DatabaseError) in try ProfilesRow(row: row, related: related) }`
  ///
  /// - Parameter hasShapes: Whether the rows have rows of shapes.
  static func closure(_ type: String, hasShapes: Bool, _ types: SwiftTypeNames) -> SwiftExpression {
    let related = hasShapes ? [SwiftArgument("related", .name("related"))] : []
    let made = SwiftExpression.call(.path(type), [SwiftArgument("row", .name("row"))] + related)
    return .closure(
      SwiftClosure(
        parameters: ["row", hasShapes ? "related" : "_"], errorType: types.runtime("DatabaseError"), result: .named(""),
        body: [.expression(.attempt(made))]))
  }
}
