// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that packages that depend on cdq do not build the benchmarks and do not need SQLite.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // Calls glibc for the number of heap bytes in use.
    .systemLibrary(name: "CHeap"),
    .executableTarget(
      name: "cdq-benchmarks",
      dependencies: [
        "CHeap", "CSQLite", .product(name: "CDQKit", package: "cdq"), .product(name: "CDQRuntime", package: "cdq"),
        // The benchmarks run `cdq` as a process, to time the generator.
        .product(name: "cdq", package: "cdq"),
      ],
      path: "Sources/Benchmarks",
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
  ]
)
