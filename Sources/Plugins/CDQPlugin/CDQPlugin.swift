import Foundation
import PackagePlugin

/// Writes Swift for the `.cdq` files and Core Data models of a target, in one build command: the tool sees the whole
/// target at once, so names are checked across files and all errors appear together.
@main
struct CDQPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = Array(module.sourceFiles).map(\.url)
    var dependencies: [CDQBuild.Dependency] = []
    for dependency in target.recursiveTargetDependencies {
      guard let module = dependency.sourceModule, dependency.id != target.id else { continue }
      let files = CDQBuild.sources(among: Array(module.sourceFiles).map(\.url))
      if !files.isEmpty { dependencies.append(CDQBuild.Dependency(module: module.moduleName, files: files)) }
    }
    let build = CDQBuild(
      name: target.name, module: module.moduleName, directory: target.directoryURL,
      root: context.package.directoryURL, sources: CDQBuild.sources(among: files), dependencies: dependencies)
    return try build.commands(tool: context.tool(named: "cdqc").url, outputs: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CDQPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let root = context.xcodeProject.directoryURL
      let files = Array(target.inputFiles).map(\.url)
      // Targets of a project share no modules that could be known here, so each has its own schema.
      let build = CDQBuild(
        name: target.displayName, module: target.product?.name ?? target.displayName, directory: root, root: root,
        sources: CDQBuild.sources(among: files), dependencies: [])
      return try build.commands(tool: context.tool(named: "cdqc").url, outputs: context.pluginWorkDirectoryURL)
    }
  }
#endif
