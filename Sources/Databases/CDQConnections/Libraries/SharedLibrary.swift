import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A library of the system that is opened at run time, so that a program needs neither its headers nor the library
/// itself until it connects to a database.
package struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Opens the first of several files that is there.
  ///
  /// - Parameters:
  ///   - files: names or paths, as `dlopen` takes them.
  ///   - help: how a user gets the library.
  package init(_ name: String, files: [String], help: String) throws(DatabaseError) {
    for file in SharedLibrary.places(files) {
      guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { continue }
      self.handle = handle
      self.name = name
      return
    }
    throw .libraryMissing(name, help: help)
  }

  /// Opens a library that another one needs, so that its functions are found.
  package static func load(_ file: String) {
    for place in places([file]) where dlopen(place, RTLD_NOW | RTLD_GLOBAL) != nil { return }
  }

  #if canImport(Darwin)
    package static let searchesWorkingFolder = true
  #else
    package static let searchesWorkingFolder = false
  #endif

  /// The places of files, in the order in which they are tried.
  ///
  /// Apple's systems search a name without a folder in the working folder, too, where anybody may have put a library. There
  /// paths come first, and a name is searched only beside the program and in the folders of the system.
  package static func places(_ files: [String], searchesWorkingFolder: Bool = searchesWorkingFolder) -> [String] {
    guard searchesWorkingFolder else { return files }
    let names = files.filter { !$0.contains("/") }
    let folders = ["@rpath", "/opt/homebrew/lib", "/usr/local/lib", "/usr/lib"]
    return files.filter { $0.contains("/") } + names.flatMap { name in folders.map { "\($0)/\(name)" } }
  }

  /// The function of a name. The type must be that of the library's header.
  package func function<Function>(_ symbol: String, as type: Function.Type = Function.self) throws(DatabaseError) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw .libraryMissing("'\(symbol)' of \(name)", help: "a newer \(name) has it")
    }
    return unsafeBitCast(address, to: type)
  }
}
