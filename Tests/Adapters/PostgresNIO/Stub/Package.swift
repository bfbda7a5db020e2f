// swift-tools-version: 6.2
import PackageDescription

// The declarations of PostgresNIO and SwiftNIO that the adapter uses.
let package = Package(
  name: "Stub",
  platforms: [.macOS(.v13)],
  products: [.library(name: "PostgresNIO", targets: ["PostgresNIO", "NIOCore"])],
  targets: [.target(name: "NIOCore"), .target(name: "PostgresNIO", dependencies: ["NIOCore"])]
)
