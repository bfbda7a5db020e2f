import CDQConnections
import CDQDatabase
import CDQFiles
import CDQIR
import CDQIntrospection
import CDQPrinting
import CDQSchema

/// `cdq schema import file.sqlite` or `postgres://…`: the tables of a database as `.cdq` declarations and a mapping.
enum DatabaseImport {
  static func run(_ location: DatabaseLocation, _ context: CommandContext) throws(Failure) -> ExitCode {
    let imported: ImportedDatabase
    do throws(DatabaseError) {
      imported = try ImportedDatabase(location.connect())
    } catch {
      throw Failure(error, location)
    }
    guard !imported.schema.entities.isEmpty else {
      throw .unreadable("\(location): there are no tables that can be read")
    }
    for remark in imported.remarks { context.summary(remark) }
    let output = context.arguments["output"]
    if let output {
      let path = MappingFile.path(beside: output)
      guard FileSystem().kind(of: output) == .missing else { throw .unreadable("'\(output)' is there already") }
      try context.write(MappingFile.text(imported.mapping), to: path)
    }
    try context.write(SchemaPrinter.text(imported.schema), to: output)
    if output == nil { context.summary("-o FILE.cdq also writes FILE.mapping.json, which names the tables and columns") }
    return .clean
  }
}
