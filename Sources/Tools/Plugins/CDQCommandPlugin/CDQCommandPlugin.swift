import Foundation
import PackagePlugin

/// The command plugin `swift package cdq generate|check|fmt`. It does on demand what the build plugin does in each
/// build, for generated code that is checked in. It runs the build plugin's tool, so that both write the same code and
/// a package compiles only one tool.
@main
struct CDQCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let request: CommandRequest
    do {
      request = try CommandRequest(arguments)
    } catch let problem as CDQBuild.Problem {
      return Diagnostics.error(problem.description)
    }
    if request.wantsHelp { return print(CommandRequest.usage) }
    let tool = try context.tool(named: "cdqc").url
    let root = context.package.directoryURL
    let targets = context.package.targets.filter { $0.sourceModule != nil }
    for name in request.targets where !targets.contains(where: { $0.name == name }) {
      let names = targets.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
      return Diagnostics.error("there is no target '\(name)' in this package; the targets are \(names)")
    }
    var builds: [CDQBuild] = []
    let folders = Set(targets.map { $0.directoryURL.standardizedFileURL.path })
    for target in targets where request.targets.isEmpty || request.targets.contains(target.name) {
      guard let module = target.sourceModule else { continue }
      // Files that the target excludes count too: with generated code checked in, the build needs no `.cdq` files.
      let files = Array(module.sourceFiles).map(\.url) + TargetFolder(target.directoryURL, others: folders).files
      let build = CDQBuild(target, module, root: root, files: files)
      if !build.sources.isEmpty { builds.append(build) }
    }
    try CommandRun(request: request, tool: tool, root: root).run(builds)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CDQCommandPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let request: CommandRequest
      do {
        request = try CommandRequest(arguments)
      } catch let problem as CDQBuild.Problem {
        return Diagnostics.error(problem.description)
      }
      let root = context.xcodeProject.directoryURL
      let targets = context.xcodeProject.targets.filter {
        request.targets.isEmpty || request.targets.contains($0.displayName)
      }
      let builds = targets.map { CDQBuild($0, root: root) }.filter { !$0.sources.isEmpty }
      try CommandRun(request: request, tool: context.tool(named: "cdqc").url, root: root).run(builds)
    }
  }
#endif
