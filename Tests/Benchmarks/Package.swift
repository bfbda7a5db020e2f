// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who depends on cdq builds it or needs SQLite.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // Asks glibc how much memory is in use.
    .systemLibrary(name: "CHeap"),
    .executableTarget(
      name: "cdq-benchmarks",
      dependencies: [
        "CHeap", "CSQLite", .product(name: "CDQKit", package: "cdq"), .product(name: "CDQRuntime", package: "cdq"),
        // Run as a process, to time the generator.
        .product(name: "cdq", package: "cdq"),
      ],
      path: "Sources/Benchmarks",
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
  ]
)
