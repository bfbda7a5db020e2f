#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether a descriptor has bytes to read.
package enum InputReadiness {
  /// Whether a read would not wait: there are bytes, or the input has ended. A closed descriptor is not ready.
  ///
  /// It asks `select` on every system: `poll` of macOS does not know some terminals, and answers for them at once.
  ///
  /// - Parameter milliseconds: the longest time to wait for bytes.
  package static func of(_ descriptor: Int32, milliseconds: Int) -> Bool {
    // The set of `select` has no place for a greater number. Such an input is no terminal, and a read may wait for it.
    guard descriptor >= 0 else { return false }
    guard Int(descriptor) < MemoryLayout<fd_set>.size * 8 else { return true }
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }
    var time = timeval()
    time.tv_sec = time_t(milliseconds / 1000)
    time.tv_usec = suseconds_t(milliseconds % 1000 * 1000)
    return select(descriptor + 1, &set, nil, nil, &time) > 0
  }
}
