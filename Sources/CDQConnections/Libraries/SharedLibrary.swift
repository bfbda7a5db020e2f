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
    for file in files {
      guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { continue }
      self.handle = handle
      self.name = name
      return
    }
    throw .libraryMissing(name, help: help)
  }

  /// The function of a name. The type must be that of the library's header.
  package func function<Function>(_ symbol: String, as type: Function.Type = Function.self) throws(DatabaseError) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw .libraryMissing("'\(symbol)' of \(name)", help: "a newer \(name) has it")
    }
    return unsafeBitCast(address, to: type)
  }
}
