import CDQCodegen
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// The schema that generated code has is the one of the files: a database whose statements are generated has its tables.
@Suite struct SchemaLiteralTests {
  @Test(arguments: [BackEndName.memory, .sql]) func `A generated schema names tables and columns`(backend: BackEndName) throws {
    let corpus = CodegenCorpus(texts: [
      (
        "A.cdq",
        """
        entity Customer {
          id: Int64 @unique @column("customer no")
          name: String
          parent: Customer? @column("par\\"ent")
          @@table("customers")
        }
        query q = Customer where name == $name
        """
      )
    ])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var options = GenerateOptions(backend: backend)
    options.writes = backend == .sql
    let text = corpus.generate(options).files.map(\.text).joined()
    for part in [
      #"userInfo: ["cdq.table" : "customers"]"#, #"userInfo: ["cdq.column" : "customer no"]"#,
      #"userInfo: ["cdq.column" : "par\"ent"]"#,
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
  }
}
