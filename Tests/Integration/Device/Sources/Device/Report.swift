import Foundation
import SwiftData

/// What became of a probe.
public enum Outcome: String, Sendable {
  case runs
  case wrongRows = "wrong rows"
  case dies
}

/// Runs probes, each in a process of its own, since an exception of the framework cannot be caught.
public struct Report {
  /// The path of the executable that runs the probe of a number: `device-report 12`.
  private let executable: URL

  public init(executable: URL) {
    self.executable = executable
  }

  /// The codes with which a process that runs one probe exits.
  public static let (runs, wrongRows, failure): (Int32, Int32, Int32) = (0, 3, 4)

  /// Runs one probe in this process.
  public static func code(of probe: Probe) -> Int32 {
    do {
      return try probe.holds(in: context()) ? runs : wrongRows
    } catch {
      FileHandle.standardError.write(Data("\(probe.name): \(error)\n".utf8))
      return failure
    }
  }

  /// A context with the objects of `World`: of an SQLite store, and without SwiftData of the stub.
  public static func context() throws -> ModelContext {
    #if canImport(Darwin)
      let file = FileManager.default.temporaryDirectory.appending(path: "cdq-device-\(UUID().uuidString).store")
      let container = try ModelContainer(
        for: Town.self, Nation.self, Continent.self, Box.self, Piece.self, configurations: ModelConfiguration(url: file)
      )
      try World().fill(ModelContext(container))
      return ModelContext(container)
    #else
      let context = ModelContext()
      try World().fill(context)
      return context
    #endif
  }

  public func outcome(of number: Int) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = [String(number)]
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return .dies }
    switch process.terminationStatus {
    case Report.runs: return .runs
    case Report.wrongRows: return .wrongRows
    default: return .dies
    }
  }

  /// The system by its number as iOS, for the list; `memory` where Apple's frameworks are missing.
  private static var release: String {
    #if canImport(Darwin)
      let version = ProcessInfo.processInfo.operatingSystemVersion
      let major = version.majorVersion < 26 ? version.majorVersion + 3 : version.majorVersion
      return version.minorVersion == 0 ? "\(major)" : "\(major).\(version.minorVersion)"
    #else
      return "memory"
    #endif
  }

  /// The line of the list for a probe's outcome.
  public static func line(_ probe: Probe, _ outcome: Outcome) -> String {
    #if canImport(Darwin)
      let source = "Tests/Integration/Device, \(ProcessInfo.processInfo.operatingSystemVersionString)"
    #else
      let source = "Tests/Integration/Device, not for the list"
    #endif
    let detail = probe.detail.replacing("|", with: "/")
    return "\(probe.framework) | \(probe.construct) | \(outcome.rawValue) | \(release) | \(source): \(detail)"
  }
}
