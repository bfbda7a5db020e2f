import Foundation
import PackagePlugin

/// Generates Swift for the `.cdq` files and Core Data models of a target in one build command. The tool sees the whole
/// target at once, so it checks names across files and reports all errors together.
@main
struct CDQPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    if let problem = RuntimeVersion.problem(in: context.package) ?? CDQPlugin.misplaced(in: module) {
      Diagnostics.error(problem)
      return []
    }
    let build = CDQBuild(target, module, root: context.package.directoryURL)
    return try commands(build, tool: context.tool(named: "cdqc").url, outputs: context.pluginWorkDirectoryURL)
  }

  /// The error for a `.cdq` file in one of the folders that a manifest lists as `sources`: SwiftPM takes all files
  /// there for Swift files, and the compiler would only report an unexpected file. nil when there is none.
  private static func misplaced(in module: any SourceModuleTarget) -> String? {
    let files = Array(module.sourceFiles).filter { $0.type == .source && $0.url.pathExtension == "cdq" }
    guard let file = files.first else { return nil }
    let folder = module.directoryURL.standardizedFileURL.path
    let path = String(file.url.standardizedFileURL.path.dropFirst(folder.count + 1))
    return "target '\(module.name)': the manifest's 'sources' makes a Swift file of '\(path)'; "
      + "put .cdq files beside the folders that 'sources' lists, or write 'exclude' for what is no source instead"
  }

  /// The build command of a target; empty when there is nothing to generate.
  private func commands(_ build: CDQBuild, tool: URL, outputs: URL) throws -> [Command] {
    let plan: CDQBuild.Plan?
    do {
      plan = try build.plan(outputs: outputs)
    } catch let problem as CDQBuild.Problem {
      Diagnostics.error(problem.description)
      return []
    }
    guard let plan else { return [] }
    return [
      .buildCommand(
        displayName: "Generate Swift from the .cdq files of \(build.name)", executable: tool,
        arguments: plan.arguments, inputFiles: plan.inputs, outputFiles: plan.outputs)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CDQPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let build = CDQBuild(target, root: context.xcodeProject.directoryURL)
      return try commands(build, tool: context.tool(named: "cdqc").url, outputs: context.pluginWorkDirectoryURL)
    }
  }
#endif
