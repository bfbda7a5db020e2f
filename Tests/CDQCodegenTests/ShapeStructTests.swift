import CDQCodegen
import CDQSyntax
import Testing

/// The structs for the rows of shapes, which are members of the struct of the row that has them.
@Suite struct ShapeStructTests {
  private static let schema = """
    enum TopRow { small, large }
    entity Place {
      id: Int64 @unique
      name: String
      kind: TopRow?
      land: Land? inverse places
    }
    entity Land {
      code: String @unique
      places: [Place] inverse land
    }
    """

  private static func text(_ query: String, _ backend: BackEndName) throws -> String {
    let corpus = CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var options = GenerateOptions(backend: backend)
    options.dialect = .sqlite
    return corpus.generate(options).files.map(\.text).joined(separator: "\n")
  }

  /// Names that differ only in their first letter, a column with the name of a struct, and an enum with that of one.
  @Test(arguments: [BackEndName.memory, .closure, .sql])
  func `No struct has the name of another, of a column or of an enum of a column`(_ backend: BackEndName) throws {
    let text = try ShapeStructTests.text(
      "Land select code as NearRow, places { name } as near, places { id, kind, land { code } as top } as Near", backend)
    // Only the code that does not use the app's own types is public.
    let lines = text.split(separator: "\n").map { line in
      let words = line.drop { $0 == " " }
      return words.hasPrefix("public ") ? words.dropFirst(7) : words
    }
    for name in ["NearRow", "TopRow"] {
      #expect(!lines.contains { $0.hasPrefix("struct \(name):") }, "\(name)")
    }
    for name in ["NearRow2", "NearRow3", "TopRow2"] {
      #expect(lines.filter { $0.hasPrefix("struct \(name):") }.count == 1, "\(name)")
    }
    for line in ["var near: [NearRow2]", "var Near: [NearRow3]", "var top: TopRow2?"] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(text.contains("QRow.NearRow2(") && text.contains("QRow.NearRow3.TopRow2("))
  }

  @Test func `A closure that ignores the rows of shapes says so with a plain underscore`() throws {
    let text = try ShapeStructTests.text("Land select places { name } as near", .sql)
    #expect(text.contains("{ row, _ throws(DatabaseError) in"))
  }
}
