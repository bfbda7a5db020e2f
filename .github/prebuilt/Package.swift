// swift-tools-version: 6.2
import PackageDescription

// cdq's plugins with a compiled tool. A program writes this package: `.github/prebuilt/assemble` of the cdq repository,
// which puts in the hosts, addresses and versions, and the plugins' sources.

#if HOSTS
  let hasBinary = Context.environment["CDQ_TOOL_FROM_SOURCE"] == nil
#else
  let hasBinary = false
#endif

let binary: [Target] = hasBinary ? [.binaryTarget(name: "cdqcBinary", url: "BINARY_URL", checksum: "CHECKSUM")] : []

/// The compiled tool, or the same version's from source where there is none for the host.
let tool: Target.Dependency = hasBinary ? "cdqcBinary" : .product(name: "cdqc", package: "cdq")

let package = Package(
  name: "cdq-prebuilt",
  products: [
    .plugin(name: "CDQPlugin", targets: ["CDQPrebuiltPlugin"]),
    .plugin(name: "CDQCommandPlugin", targets: ["CDQPrebuiltCommandPlugin"]),
  ],
  // Generated code and the runtime it calls are of one version. SwiftPM heeds this only where the tool is built from
  // source, since nothing else here uses cdq: with the binary the build plugin compares the versions itself.
  dependencies: [.package(url: "CDQ_URL", exact: "VERSION")],
  targets: binary + [
    // Names of targets must differ from cdq's, in whose company this package always is.
    .plugin(name: "CDQPrebuiltPlugin", capability: .buildTool(), dependencies: [tool]),
    .plugin(
      name: "CDQPrebuiltCommandPlugin",
      capability: .command(
        intent: .custom(verb: "cdq-prebuilt", description: "Generates Swift from .cdq files, checks and formats them"),
        permissions: [
          .writeToPackageDirectory(reason: "'generate' writes Swift, and 'fmt' lays .cdq files out.")
        ]),
      dependencies: [tool]),
  ]
)
