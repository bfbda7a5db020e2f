// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the other benchmarks need neither GRDB nor the headers of PostgreSQL (Debian's libpq-dev and
// libsqlite3-dev).
let package = Package(
  name: "DatabaseBenchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cdq", path: "../../.."), .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // What is known of a query that is explained and timed.
    .target(name: "QueryCases", dependencies: [.product(name: "CDQConnections", package: "cdq")]),
    // The same queries as functions for SQLite and for PostgreSQL; the second target has links to the files of the first.
    .target(
      name: "SQLiteQueries", dependencies: ["QueryCases", .product(name: "CDQConnections", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .target(
      name: "PostgresQueries", dependencies: ["QueryCases", .product(name: "CDQConnections", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    // Queries of tables that somebody else made, with what `cdq schema import` wrote; again for both databases.
    .target(
      name: "SQLiteShop", dependencies: ["QueryCases", .product(name: "CDQConnections", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .target(
      name: "PostgresShop", dependencies: ["QueryCases", .product(name: "CDQConnections", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    // The same queries as data, for runs by CDQDatabase.
    .target(
      name: "QueryData", dependencies: [.product(name: "CDQValues", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(
      name: "database-benchmarks",
      dependencies: [
        "CSQLite", "CPostgres", "QueryCases", "SQLiteQueries", "PostgresQueries", "QueryData", "SQLiteShop",
        "PostgresShop",
        .product(name: "CDQConnections", package: "cdq"), .product(name: "CDQDatabase", package: "cdq"),
        .product(name: "CDQLoading", package: "cdq"), .product(name: "CDQKit", package: "cdq"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Program"),
  ]
)
