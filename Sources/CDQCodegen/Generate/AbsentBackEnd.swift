#if !SQLBackEnd
  import CDQSemantics
  import CDQSyntax

  /// A back end that the package's traits leave out of the build. It reports one error, which names the trait.
  struct AbsentBackEnd: BackEnd {
    let facts: BackEndFacts
    private let name: String
    private let trait: String

    init(code: DiagnosticCode, name: String, trait: String) {
      self.name = name
      self.trait = trait
      facts = BackEndFacts(code: code, title: name, names: [])
    }

    func declarations(
      of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
    ) -> [SwiftDeclaration] {
      guard query == output.context.queries.first else { return [] }
      output.diagnostics.append(
        Diagnostic(
          .error, facts.code, stage: .check, "this build of cdq does not contain the back end '\(name)'", file: query.file,
          at: query.nameSpan,
          help: ["in Package.swift, add traits: [\"\(trait)\"] to the dependency on cdq"], query: query.name))
      return []
    }
  }
#endif
