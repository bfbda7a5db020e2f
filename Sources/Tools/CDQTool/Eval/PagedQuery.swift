import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQTerminal

/// A page of a query's result: `--page N` and `--after CURSOR`.
struct PagedQuery {
  /// The size where only `--after` is given.
  private static let size = 20

  private let page: PageQuery
  private let columns: [ResultRows.Column]
  /// The query that finds the rows of the page, and one more.
  var ir: QueryIR { page.ir }

  /// The page that the options ask for; nil without them.
  init?(_ ir: QueryIR, _ schema: Schema, _ context: CommandContext) throws(QueryFailure) {
    let arguments = context.arguments
    guard arguments.has("page") || arguments.has("after") else { return nil }
    do throws(ExecutionError) {
      let limit = try PagedQuery.size(arguments)
      let cursor = try arguments["after"].map { text throws(ExecutionError) in try PageCursor(text, .readable) }
      page = try PageQuery(ir, in: schema, after: cursor, limit: limit, limits: context.limitsOfOneRun)
    } catch {
      throw QueryFailure(error)
    }
    columns = Array(ResultRows.Column.columns(of: page.ir.projection).prefix(page.width))
  }

  private static func size(_ arguments: ParsedArguments) throws(ExecutionError) -> Int {
    guard let text = arguments["page"] else { return size }
    guard let number = Int(text), number > 0 else { throw .negativeCount(name: "page", value: Int64(text) ?? 0) }
    return number
  }

  /// The rows of the page, and the text of the cursor after them; nil for the last page.
  func result(of answer: Answer) throws(QueryFailure) -> (answer: Answer, next: String?) {
    guard case .rows(let rows) = answer else { return (answer, nil) }
    do throws(ExecutionError) {
      let found = try page.page(of: (0..<rows.count).map(rows.row))
      let next = found.next.flatMap { try? $0.text(.readable) }
      return (.rows(ResultRows(columns: columns, rows: found.items.map(\.values))), next)
    } catch {
      throw QueryFailure(error)
    }
  }
}
