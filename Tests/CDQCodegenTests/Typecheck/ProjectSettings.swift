/// The build settings of a project in which generated code is compiled, as options of the compiler.
enum ProjectSettings: String, CaseIterable, Sendable, CustomStringConvertible {
  /// No more than the language mode, and the features that `SwiftCompiler` always enables.
  case plain
  /// A new app of Xcode 26, with the stricter settings that it offers: code on the main actor, *approachable concurrency*,
  /// complete concurrency checking, strict memory safety, and only what an app extension may call.
  case app
  /// A framework with the same settings, but for the main actor, that is distributed as a binary.
  case framework

  var description: String { rawValue }

  /// The options for a language mode.
  func options(mode: Int) -> [String] {
    // Swift 6 warns about the features that it has anyway.
    let features = ProjectSettings.approachable + (mode < 6 ? ProjectSettings.approachableBefore6 : [])
    let strict =
      ["-strict-concurrency=complete", "-strict-memory-safety", "-application-extension"]
      + features.flatMap { ["-enable-upcoming-feature", $0] }
    return switch self {
    case .plain: []
    case .app: ["-default-isolation", "MainActor"] + strict
    case .framework: ["-enable-library-evolution"] + strict
    }
  }

  /// What the setting *Approachable Concurrency* enables.
  private static let approachable = ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"]
  private static let approachableBefore6 = [
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferSendableFromCaptures",
  ]

  /// A part of the warning about a framework that imports a package, since no package is compiled for distribution.
  /// Generated code can do nothing about it.
  static let unavoidable = "was not compiled with library evolution support"
}
