import CDQIR
import CDQSemantics
import CDQSyntax

/// A kind of Swift that queries are generated as: what its code needs, the types it declares, the functions of a query.
///
/// A new one is a folder with a conforming type, a case of `BackEndName` and a `GenerateCode`.
protocol BackEnd: Sendable {
  /// What the generator asks about the code of this kind.
  var facts: BackEndFacts { get }

  /// The back end with what it computes once for all files of a schema.
  func prepared(for schema: Schema, _ options: GenerateOptions) -> any BackEnd

  /// Findings about the options and the schema that belong to no query.
  func findings(_ context: GenerationContext) -> [Diagnostic]

  /// Adds the types that a source declares.
  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext)

  /// Adds the functions of the mappings that a source declares.
  func addMappings(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext)

  /// The members of `Queries` for one query. Without any, `output` has a diagnostic that says why.
  func declarations(of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput)
    -> [SwiftDeclaration]
}

extension BackEnd {
  func prepared(for schema: Schema, _ options: GenerateOptions) -> any BackEnd { self }
  func findings(_ context: GenerationContext) -> [Diagnostic] { [] }
  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {}
  func addMappings(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {}
}

/// The names of the back ends, as settings and options spell them.
package enum BackEndName: String, Hashable, Sendable, CaseIterable {
  /// Functions on a `Store`, and a struct per entity.
  case memory
  /// Functions over a sequence of the user's own types.
  case closure
  /// Fetch requests on a managed object context, and subclasses of `NSManagedObject` where nobody else declares them.
  case coredata
  /// Fetch descriptors on a model context, and `@Model` classes.
  case swiftdata
  /// Statements for SQLite or PostgreSQL, and functions that run them on a connection.
  case sql
  /// The queries as data, which the library runs.
  case ir

  var backEnd: any BackEnd {
    switch self {
    case .memory: MemoryBackEnd()
    case .closure: ClosureBackEnd()
    case .coredata: CoreDataBackEnd()
    case .swiftdata: SwiftDataBackEnd()
    case .sql: SQLBackEnd()
    case .ir: IRBackEnd()
    }
  }

  /// Whether the back end declares types for the entities of the schema.
  package var declaresTypes: Bool { backEnd.facts.declaresTypes }
}

/// What the generator asks about the code of a back end.
struct BackEndFacts: Sendable {
  /// The code of its errors and warnings.
  let code: DiagnosticCode
  /// Its name in messages: `the Core Data back end cannot express …`.
  let title: String
  /// What a warning says before its reason: `SwiftData may not run this as it is meant`.
  var warning = ""
  /// The smallest module of the runtime that has what its code calls.
  var runtimeModule = "CDQValues"
  /// Whether it declares types for the entities of the schema.
  var declaresTypes = true
  /// Whether its functions can name types that are declared elsewhere, which `imports` of the settings then make visible.
  var namesTypesOfOthers = true
  /// What an object is in its code.
  var objects = SwiftTypeNames.Objects.identities
  /// Whether its declarations are `nonisolated`, whatever the isolation of the module.
  var isNonisolated = true
  /// The access level of its declarations when the settings have none.
  var access = AccessLevel.public
  /// The names of modules and private types that its code uses, which no declaration may have.
  let names: Set<String>
  /// The kind of class it declares for an entity, in messages, and the members that the base class of it has. Core Data
  /// refuses to load a model whose property is named after one.
  var baseClass: (title: String, members: Set<String>) = ("", [])
}
