// The part of Xcode's module for plugins that the plugins use.
public import Foundation
public import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public protocol XcodeCommandPlugin: CommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  public let pluginWorkDirectoryURL: URL

  public func tool(named name: String) throws -> PluginContext.Tool { preconditionFailure("a stub") }
}

public struct XcodeProject: Identifiable {
  public let id: String
  public let displayName: String
  public let directoryURL: URL
  public let filePaths: PathList
  public let targets: [XcodeTarget]

  public struct PathList: Sendable {}
}

public struct XcodeTarget: Identifiable {
  public let id: String
  public let displayName: String
  public let product: XcodeProduct?
  public let dependencies: [XcodeTargetDependency]
  public let inputFiles: FileList
}

public enum XcodeTargetDependency {
  case target(XcodeTarget)
  case product(Product)
}

public struct XcodeProduct {
  public let name: String
  public let kind: Kind

  public enum Kind: Equatable {
    case application
    case executable
    case framework
    case library
    case other(String)
  }
}
