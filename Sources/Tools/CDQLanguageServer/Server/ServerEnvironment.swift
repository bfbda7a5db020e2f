import CDQFiles

/// What the server takes from its process.
package struct ServerEnvironment {
  /// The files that it sees.
  package var files: any ServerFiles
  /// The version of cdq, which the server tells the client.
  package var version: String
  /// Asks SwiftPM for the targets of the package in a folder; nil when it cannot tell. It may take seconds.
  package var describePackage: (@Sendable (String) -> PackageDescription?)?
  /// Runs a query, and returns what `cdq eval` prints; a failure is a message for the user.
  package var run: (@Sendable (RunRequest) -> Result<String, ResponseError>)?

  package init(
    files: any ServerFiles = FileSystem(sizeLimit: 64 << 20), version: String,
    describePackage: (@Sendable (String) -> PackageDescription?)? = nil,
    run: (@Sendable (RunRequest) -> Result<String, ResponseError>)? = nil
  ) {
    self.files = files
    self.version = version
    self.describePackage = describePackage
    self.run = run
  }
}
