// swift-tools-version: 6.2
import PackageDescription

// Only `.ci/run` makes warnings errors, so that a warning of a newer compiler never breaks a dependent package's build.
let strictness: [SwiftSetting] =
  Context.environment["CDQ_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // In a debug build the driver starts a compiler process for every 25 files, and each process type-checks the
    // declarations of all files. With a higher limit it starts one per processor, which saves a tenth of the time.
    .unsafeFlags(["-driver-batch-size-limit", "1000"], .when(configuration: .debug)),
  ] + strictness

/// The modules by the folder of `Sources` that holds them, in the order of the pipeline. A module is followed by the modules
/// that it imports; `TidyTests` compares them with the sources.
let folders: [(name: String, modules: [(name: String, imports: [String])])] = [
  // From texts to checked queries as data (IR), and from these to Swift.
  (
    "Compiler",
    [
      ("CDQJSON", []),
      ("CDQSyntax", ["CDQJSON"]),
      ("CDQIR", ["CDQJSON"]),
      ("CDQSchema", ["CDQSyntax", "CDQJSON", "CDQIR"]),
      ("CDQSemantics", ["CDQSyntax", "CDQIR", "CDQSchema"]),
      ("CDQCodegen", ["CDQSyntax", "CDQJSON", "CDQIR", "CDQSQL", "CDQSchema", "CDQSemantics"]),
      ("CDQPrinting", ["CDQSyntax", "CDQJSON", "CDQIR", "CDQSchema"]),
    ]
  ),
  // What runs IR in memory, and what generated functions call.
  (
    "Runtime",
    [
      ("CDQValues", ["CDQJSON", "CDQIR"]),
      ("CDQStore", ["CDQIR", "CDQValues"]),
      ("CDQLoading", ["CDQJSON", "CDQIR", "CDQValues", "CDQStore"]),
      ("CDQMapping", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading"]),
      ("CDQFileWriting", []),
      ("CDQPersistence", ["CDQJSON", "CDQIR", "CDQValues", "CDQStore", "CDQFileWriting"]),
      ("CDQRuntime", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence"]),
    ]
  ),
  // What runs IR in databases. Only programs that ask databases compile these.
  (
    "Databases",
    [
      ("CDQSQL", ["CDQJSON", "CDQIR"]),
      ("CDQConnections", ["CDQIR", "CDQValues", "CDQSQL"]),
      (
        "CDQDatabase",
        ["CDQJSON", "CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence", "CDQSQL", "CDQConnections"]
      ),
      ("CDQDuckDB", ["CDuckDB", "CDQJSON", "CDQIR", "CDQValues", "CDQSQL", "CDQConnections"]),
      ("CDQIntrospection", ["CDQIR", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema"]),
      ("CDQSharding", ["CDQJSON", "CDQIR", "CDQStore", "CDQSQL", "CDQConnections", "CDQDatabase"]),
      ("CDQCoreData", ["CDQJSON", "CDQIR", "CDQValues", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema"]),
    ]
  ),
  // What programs call with texts that they get at run time.
  (
    "Library",
    [
      ("CDQKit", ["CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQPrinting"]),
      ("CDQWhy", ["CDQSyntax", "CDQIR", "CDQValues", "CDQStore"]),
      ("CDQReasoning", ["CDQSyntax", "CDQIR", "CDQValues", "CDQStore", "CDQSchema", "CDQSemantics", "CDQWhy"]),
    ]
  ),
  // The command `cdq`, the build tool `cdqc`, and what only they have.
  (
    "Tools",
    [
      ("CDQFiles", ["CDQSyntax", "CDQSchema", "CDQFileWriting"]),
      ("CDQComparison", ["CDQSyntax", "CDQJSON", "CDQIR", "CDQSchema", "CDQSemantics", "CDQPrinting"]),
      ("CDQExplanations", ["CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting"]),
      (
        "CDQLanguageServer",
        [
          "CDQSyntax", "CDQJSON", "CDQIR", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQFiles",
          "CDQDatabase", "CDQConnections", "CDQSQL", "CDQReasoning",
        ]
      ),
      ("CDQScan", ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQKit"]),
      ("CDQTerminal", ["CDQSyntax", "CDQFileWriting", "CDQFiles"]),
      ("CDQResults", ["CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQTerminal"]),
      ("CDQInference", ["CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQCodegen", "CDQPrinting"]),
      ("CDQForeignTexts", ["CDQSyntax", "CDQIR", "CDQKit"]),
      (
        "CDQTool",
        [
          "CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting",
          "CDQComparison", "CDQExplanations", "CDQFileWriting", "CDQFiles", "CDQKit", "CDQLanguageServer", "CDQSQL",
          "CDQDatabase", "CDQConnections", "CDQDuckDB", "CDQIntrospection", "CDQSharding", "CDQCoreData",
          "CDQWhy", "CDQReasoning", "CDQScan", "CDQTerminal", "CDQResults", "CDQInference", "CDQForeignTexts",
        ]
      ),
      ("cdq", ["CDQTerminal", "CDQTool"]),
      // The tool that the build plugin runs. Every user's build compiles it, so it has neither engines nor commands.
      ("cdqc", ["CDQSyntax", "CDQSchema", "CDQFiles", "CDQSemantics", "CDQCodegen"]),
    ]
  ),
]

/// The modules that each module imports.
let imports = Dictionary(uniqueKeysWithValues: folders.flatMap { $0.modules.map { ($0.name, $0.imports) } })

/// The settings of the store, whose classes have exclusive access to their state while they change. In a whole-module
/// build the compiler proves that for internal declarations; for declarations that other modules can see it would test
/// each access at run time, which takes a tenth of the time of loading. Debug builds test all accesses.
let storeSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// The targets of the modules. Those of the programs are below.
let modules: [Target] = folders.flatMap { folder in
  folder.modules.filter { $0.name.hasPrefix("CDQ") }.map { module in
    .target(
      name: module.name, dependencies: module.imports.map { .byName(name: $0) }, path: "Sources/\(folder.name)/\(module.name)",
      exclude: module.name == "CDQStore" ? ["README.md"] : [],
      swiftSettings: module.name == "CDQStore" ? storeSettings : settings)
  }
}

// In a user's release build, SwiftPM compiles a plugin's tool with -O, as it compiles the program. For the modules of the
// tool that takes longer than all its runs together, but a program that parses query texts through `CDQKit` needs an
// optimized parser. So the tool has modules of its own, from the same sources, which release builds leave unoptimized. That
// costs nothing, as SwiftPM compiles the modules of tools a second time even where a program has the same. Set
// CDQ_OPTIMIZE=1 to optimize the tool, too: to time it, or to hand it out.
let isOptimized = Context.environment["CDQ_OPTIMIZE"] != nil

/// The names of a module and of all that it imports, directly or not.
func closure(of module: String) -> Set<String> {
  (imports[module] ?? []).reduce([module]) { $0.union(closure(of: $1)) }
}

/// The modules of the build tool, in pipeline order.
let toolModules = folders.flatMap(\.modules).map(\.name).filter { closure(of: "cdqc").subtracting(["cdqc"]).contains($0) }

/// The name of the tool's own module for a module.
func toolName(_ module: String) -> String { "Tool" + module }

/// The settings of the tool's modules: an `import CDQSyntax` in their sources means the tool's own.
let toolSettings: [SwiftSetting] =
  settings + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])
  + [.unsafeFlags(toolModules.flatMap { ["-module-alias", "\($0)=\(toolName($0))"] })]

/// The tool's own modules. Their folders are symbolic links.
let toolTargets: [Target] = toolModules.map { module in
  .target(
    name: toolName(module), dependencies: (imports[module] ?? []).map { .byName(name: toolName($0)) },
    path: "Sources/Tools/cdqc-modules/\(module)", swiftSettings: toolSettings)
}

/// The tests of a module, with the modules that they need besides those of the module.
func tests(of module: String, _ others: [String] = []) -> Target {
  let needed = [module, "CDQTestSupport", "CDQRandom"] + (imports[module] ?? []) + others
  return .testTarget(
    name: "\(module)Tests", dependencies: needed.map { .byName(name: $0) }, swiftSettings: settings)
}

let package = Package(
  name: "cdq",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "CDQKit", targets: ["CDQKit"]),
    .library(name: "CDQRuntime", targets: ["CDQRuntime"]),
    .library(name: "CDQValues", targets: ["CDQValues"]),
    .library(name: "CDQStore", targets: ["CDQStore"]),
    .library(name: "CDQLoading", targets: ["CDQLoading"]),
    .library(name: "CDQMapping", targets: ["CDQMapping"]),
    .library(name: "CDQPersistence", targets: ["CDQPersistence"]),
    // Why a query matches an object or not, and how it is answered. Of the other products only CDQReasoning imports it.
    .library(name: "CDQWhy", targets: ["CDQWhy"]),
    // Whether one condition implies another, and objects that show it. No other product imports it.
    .library(name: "CDQReasoning", targets: ["CDQReasoning"]),
    // What functions of the back end `sql` call: statements, connections, rows.
    .library(name: "CDQConnections", targets: ["CDQConnections"]),
    // SQLite and PostgreSQL. No other product imports it.
    .library(name: "CDQDatabase", targets: ["CDQDatabase"]),
    .executable(name: "cdq", targets: ["cdq"]),
    .executable(name: "cdqc", targets: ["cdqc"]),
    .plugin(name: "CDQPlugin", targets: ["CDQPlugin"]),
    .plugin(name: "CDQCommandPlugin", targets: ["CDQCommandPlugin"]),
    // For Tests/Fuzz, which is a separate package; code generation is no public API.
    .library(name: "_CDQFuzzSupport", targets: ["CDQFuzzSupport"]),
  ],
  // Neither does anything: manifests may name them, or write `traits: []`, which SwiftPM refuses for a package without traits.
  // None is a default, so that a package that names no traits is compiled as one that names some.
  traits: [
    .trait(name: "OptimizedParser", description: "Has no effect: the parser of CDQKit is always optimized in release builds"),
    .trait(name: "SQLBackEnd", description: "Has no effect: the build tool always has the back end 'sql'"),
  ],
  targets: modules + toolTargets + [
    // DuckDB's library has a C interface, of which this has one type.
    .systemLibrary(name: "CDuckDB", path: "Sources/Databases/CDuckDB"),
    .executableTarget(name: "cdq", dependencies: ["CDQTerminal", "CDQTool"], path: "Sources/Tools/cdq", swiftSettings: settings),
    .executableTarget(
      name: "cdqc", dependencies: toolModules.map { .byName(name: toolName($0)) }, path: "Sources/Tools/cdqc",
      swiftSettings: toolSettings),
    .plugin(
      name: "CDQPlugin", capability: .buildTool(), dependencies: ["cdqc"], path: "Sources/Tools/Plugins/CDQPlugin"),
    .plugin(
      name: "CDQCommandPlugin",
      capability: .command(
        intent: .custom(verb: "cdq", description: "Generates Swift from .cdq files, checks and formats them"),
        permissions: [
          .writeToPackageDirectory(reason: "'cdq generate' writes Swift, and 'cdq fmt' lays .cdq files out.")
        ]),
      dependencies: ["cdqc"], path: "Sources/Tools/Plugins/CDQCommandPlugin"),

    tests(of: "CDQJSON"),
    tests(of: "CDQSyntax", ["CDQPrinting"]),
    tests(of: "CDQIR"),
    tests(of: "CDQSchema", ["CDQPrinting", "CDQComparison"]),
    tests(of: "CDQSemantics", ["CDQPrinting", "CDQComparison"]),
    // They compile and run generated code.
    tests(
      of: "CDQCodegen",
      ["CDQRuntime", "CDQValues", "CDQConnections", "CDQPrinting", "CDQComparison", "CDQTool", "CDQTerminal"]),
    tests(of: "CDQRuntime", ["CDQSQL", "CDQDatabase"]),
    tests(of: "CDQKit"),
    tests(of: "CDQWhy", ["CDQKit", "CDQRuntime", "CDQOracle", "CDQSchema", "CDQSemantics"]),
    tests(of: "CDQReasoning", ["CDQKit", "CDQRuntime"]),
    tests(of: "CDQFiles", ["CDQPrinting"]),
    tests(of: "CDQLanguageServer"),
    tests(of: "CDQScan"),
    tests(of: "CDQTool"),
    // The test cases are data files beside the runner; see Tests/Conformance/README.md.
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CDQTool", "CDQTerminal", "CDQKit", "CDQIR", "CDQRuntime", "CDQSyntax", "CDQSemantics", "CDQTestSupport",
      ],
      path: "Tests/Conformance/Runner", swiftSettings: settings),
    .testTarget(name: "TidyTests", dependencies: ["CDQTestSupport"], swiftSettings: settings),
    .target(name: "CDQTestSupport", path: "Tests/Support", swiftSettings: settings),
    // Random numbers, values and query texts for all tests. `Tests/Fuzz` compiles the same files.
    .target(name: "CDQRandom", dependencies: ["CDQIR"], path: "Tests/Random", swiftSettings: settings),
    .target(
      name: "CDQFuzzSupport",
      dependencies: [
        "CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQRuntime", "CDQFiles", "CDQLoading",
        "CDQLanguageServer", "CDQTool", "CDQIR", "CDQPrinting", "CDQDatabase", "CDQConnections", "CDQIntrospection", "CDQSQL",
        "CDQDuckDB", "CDQSharding", "CDQCoreData", "CDQScan", "CDQKit", "CDQTerminal", "CDQInference",
      ],
      path: "Tests/FuzzSupport", swiftSettings: settings),
    // A second evaluator, which shares no code with the engines.
    .target(
      name: "CDQOracle", dependencies: ["CDQSyntax", "CDQIR", "CDQSemantics"], path: "Tests/Oracle",
      swiftSettings: settings),
    .testTarget(
      name: "CDQOracleTests",
      dependencies: [
        "CDQOracle", "CDQRandom", "CDQTestSupport", "CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQSemantics",
        "CDQPrinting", "CDQCodegen", "CDQKit", "CDQValues", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQIntrospection",
        "CDQDuckDB", "CDQSharding", "CDQCoreData", "CDQFuzzSupport", "CDQWhy", "CDQReasoning",
      ],
      swiftSettings: settings),
  ]
)
