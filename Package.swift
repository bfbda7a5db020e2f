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

// In a user's release build, SwiftPM compiles a plugin's tool with -O, as it compiles the program. For the modules of the
// tool that takes longer than all its runs together, but a program that parses query texts through `CDQKit` needs an
// optimized parser. So the tool has modules of its own, from the same sources, which release builds leave unoptimized. That
// costs nothing, as SwiftPM compiles the modules of tools a second time even where a program has the same. Set
// CDQ_OPTIMIZE=1 to optimize the tool, too: to time it, or to hand it out.
let isOptimized = Context.environment["CDQ_OPTIMIZE"] != nil

/// The modules of the build tool, in pipeline order.
let toolModules: [(name: String, dependencies: [String])] = [
  ("CDQSyntax", []), ("CDQIR", []), ("CDQLanguage", ["CDQIR"]), ("CDQSQL", ["CDQIR"]), ("CDQSchema", ["CDQSyntax", "CDQIR"]),
  ("CDQFileWriting", []), ("CDQFiles", ["CDQSyntax", "CDQSchema", "CDQFileWriting"]),
  ("CDQSemantics", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema"]),
  ("CDQCodegen", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSQL", "CDQSchema", "CDQSemantics"]),
]

/// The name of the tool's own module for a module.
func toolName(_ module: String) -> String { "Tool" + module }

/// The settings of the tool's modules: an `import CDQSyntax` in their sources means the tool's own.
let toolSettings: [SwiftSetting] =
  settings + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])
  + [.unsafeFlags(toolModules.flatMap { ["-module-alias", "\($0.name)=\(toolName($0.name))"] })]

/// The tool's own modules. Their folders are symbolic links.
let toolTargets: [Target] = toolModules.map { module in
  .target(
    name: toolName(module.name), dependencies: module.dependencies.map { .byName(name: toolName($0)) },
    path: "Sources/cdqc-modules/\(module.name)", swiftSettings: toolSettings)
}

/// The settings of the store, whose classes have exclusive access to their state while they change. In a whole-module
/// build the compiler proves that for internal declarations; for declarations that other modules can see it would test
/// each access at run time, which takes a tenth of the time of loading. Debug builds test all accesses.
let storeSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// A library target.
func module(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A library target and its test target, in pipeline order.
func stage(
  _ name: String, _ dependencies: [Target.Dependency] = [], tests testDependencies: [Target.Dependency] = [],
  settings stageSettings: [SwiftSetting] = settings
) -> [Target] {
  [
    module(name, dependencies, settings: stageSettings),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "CDQTestSupport", "CDQRandom"] + dependencies + testDependencies,
      swiftSettings: settings),
  ]
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
  targets: toolTargets + stage("CDQSyntax", tests: ["CDQPrinting"])
    + stage("CDQIR")
    // The names of the language, with types and the form in each back end, which the runtime does not need.
    + [module("CDQLanguage", ["CDQIR"])]
    + [
      module("CDQValues", ["CDQIR"]),
      module("CDQStore", ["CDQIR", "CDQValues"], exclude: ["README.md"], settings: storeSettings),
      module("CDQLoading", ["CDQIR", "CDQValues", "CDQStore"]),
      module("CDQMapping", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading"]),
      // Files that appear complete, for snapshots and for the tools.
      module("CDQFileWriting", []),
      module("CDQPersistence", ["CDQIR", "CDQValues", "CDQStore", "CDQFileWriting"]),
    ]
    // SQL from IR, which only programs that ask databases compile.
    + [
      module("CDQSQL", ["CDQIR"]),
      module("CDQConnections", ["CDQIR", "CDQValues", "CDQSQL"]),
      module(
        "CDQDatabase",
        ["CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence", "CDQSQL", "CDQConnections"]),
      // Dialects of engines for analysis, which no generated code asks.
      module("CDQAnalytics", ["CDQIR", "CDQSQL"]),
      // DuckDB by its library, for the command `cdq`. The C module has one type of its header.
      .systemLibrary(name: "CDuckDB", path: "Sources/CDuckDB"),
      module("CDQDuckDB", ["CDuckDB", "CDQValues", "CDQSQL", "CDQConnections", "CDQAnalytics"]),
      // Schemas of existing databases, for the command `cdq`.
      module("CDQIntrospection", ["CDQIR", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema", "CDQCodegen"]),
      // Tables that are divided among servers of PostgreSQL, for the command `cdq`.
      module("CDQSharding", ["CDQIR", "CDQStore", "CDQSQL", "CDQConnections", "CDQDatabase"]),
      // Stores of Core Data, for the command `cdq`.
      module("CDQCoreData", ["CDQIR", "CDQValues", "CDQLoading", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema"]),
    ]
    + stage(
      "CDQRuntime", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence"],
      tests: ["CDQSQL", "CDQDatabase"])
    + stage(
      "CDQSchema", ["CDQSyntax", "CDQIR"], tests: ["CDQPrinting", "CDQComparison"])
    + stage("CDQFiles", ["CDQSyntax", "CDQSchema", "CDQFileWriting"], tests: ["CDQPrinting"])
    + stage(
      "CDQSemantics", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema"], tests: ["CDQPrinting", "CDQComparison"])
    // The tests compile and run generated code, hence their dependency on the runtime.
    + stage(
      "CDQCodegen", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSQL", "CDQSchema", "CDQSemantics"],
      tests: ["CDQRuntime", "CDQValues", "CDQConnections", "CDQPrinting", "CDQComparison"])
    // Printing of trees and schemas, which the build tool does not need.
    + [module("CDQPrinting", ["CDQSyntax", "CDQIR", "CDQSchema"])]
    // Modules that only the command `cdq` needs, so that no user's build compiles them.
    + [
      module("CDQComparison", ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQPrinting"]),
      module("CDQExplanations", ["CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting"]),
    ]
    // Explanations of answers, and proofs about conditions. Only the command and the language server use them here.
    + stage(
      "CDQWhy", ["CDQSyntax", "CDQIR", "CDQValues", "CDQStore", "CDQPrinting"],
      tests: ["CDQKit", "CDQRuntime", "CDQOracle", "CDQSchema", "CDQSemantics"])
    + stage(
      "CDQReasoning",
      ["CDQSyntax", "CDQIR", "CDQValues", "CDQStore", "CDQSchema", "CDQSemantics", "CDQPrinting", "CDQWhy"],
      tests: ["CDQKit", "CDQRuntime"])
    + stage("CDQKit", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQPrinting"])
    + stage(
      "CDQLanguageServer",
      [
        "CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQFiles", "CDQLoading",
        "CDQDatabase", "CDQConnections", "CDQSQL", "CDQReasoning",
      ])
    // Predicates in sources of apps, for the command `cdq scan`.
    + stage("CDQScan", ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQKit"])
    + stage(
      "CDQTool",
      [
        "CDQSyntax", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting",
        "CDQComparison", "CDQExplanations", "CDQFileWriting", "CDQFiles", "CDQKit", "CDQLanguageServer", "CDQSQL", "CDQDatabase",
        "CDQConnections", "CDQAnalytics", "CDQDuckDB", "CDQIntrospection", "CDQSharding", "CDQCoreData", "CDQWhy", "CDQReasoning", "CDQScan",
      ])
    + [
      .executableTarget(name: "cdq", dependencies: ["CDQTool"], swiftSettings: settings),
      // The test cases are data files beside the runner; see Tests/Conformance/README.md.
      .testTarget(
        name: "ConformanceTests",
        dependencies: [
          "CDQTool", "CDQKit", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSyntax", "CDQSemantics", "CDQTestSupport",
        ],
        path: "Tests/Conformance/Runner", swiftSettings: settings),
      .testTarget(name: "TidyTests", dependencies: ["CDQTestSupport"], swiftSettings: settings),
      // The tool that the build plugin runs. Every user's build compiles it, so it has neither engines nor commands.
      .executableTarget(
        name: "cdqc",
        dependencies: toolModules.map { .byName(name: toolName($0.name)) }, swiftSettings: toolSettings),
      .plugin(
        name: "CDQPlugin", capability: .buildTool(), dependencies: ["cdqc"], path: "Sources/Plugins/CDQPlugin"),
      .plugin(
        name: "CDQCommandPlugin",
        capability: .command(
          intent: .custom(verb: "cdq", description: "Generates Swift from .cdq files, checks and formats them"),
          permissions: [
            .writeToPackageDirectory(reason: "'cdq generate' writes Swift, and 'cdq fmt' lays .cdq files out.")
          ]),
        dependencies: ["cdqc"], path: "Sources/Plugins/CDQCommandPlugin"),
      .target(name: "CDQTestSupport", path: "Tests/Support", swiftSettings: settings),
      // Random numbers, values and query texts for all tests. `Tests/Fuzz` compiles the same files.
      .target(name: "CDQRandom", dependencies: ["CDQIR"], path: "Tests/Random", swiftSettings: settings),
      .target(
        name: "CDQFuzzSupport",
        dependencies: [
          "CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQRuntime", "CDQFiles", "CDQLoading",
          "CDQLanguageServer", "CDQTool", "CDQIR", "CDQPrinting", "CDQDatabase", "CDQConnections", "CDQIntrospection", "CDQSQL",
          "CDQDuckDB", "CDQSharding", "CDQCoreData", "CDQScan", "CDQKit",
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
          "CDQAnalytics", "CDQDuckDB", "CDQSharding", "CDQCoreData", "CDQFuzzSupport", "CDQWhy", "CDQReasoning",
        ],
        swiftSettings: settings),
    ]
)
