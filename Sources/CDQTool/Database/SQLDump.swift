import CDQAnalytics
import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation

/// `cdq dump --stage sql`: the statement that a dialect has for a query, in our own layout or by a mapping.
enum SQLDump {
  static func show(_ ir: QueryIR, _ schema: Schema, _ context: CommandContext) throws(Failure) -> Bool {
    let dialect = context.arguments.dialect(of: SQLDialect.all)
    let mapping = try context.mappingFile() ?? OwnLayout(schema).mapping
    let database = Database(schema: schema, mapping: mapping, dialect: dialect)
    do throws(DatabaseError) {
      let plan = try database.plan(ir, arguments: SampleArguments.arguments(for: ir, schema))
      for line in SQLText.lines(plan, dialect) { context.console.print(line) }
      return true
    } catch {
      context.show(QueryFailure(error), in: "<query>")
      return false
    }
  }
}
