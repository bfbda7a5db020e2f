import CDQConnections
import CDQDatabase

/// The decompression of zlib's formats, by the system's library.
enum Inflate {
  /// The parts of `z_stream` in zlib's header, in their order, so that Swift lays them out as C does.
  private struct Stream {
    var nextIn: UnsafePointer<UInt8>?
    var availableIn: UInt32 = 0
    var totalIn: UInt = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    var availableOut: UInt32 = 0
    var totalOut: UInt = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: OpaquePointer?
    var free: OpaquePointer?
    var opaque: OpaquePointer?
    var dataType: Int32 = 0
    var checksum: UInt = 0
    var reserved: UInt = 0
  }

  private typealias Begin = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  private struct Functions: @unchecked Sendable {
    let begin: Begin
    let step: Step
    let end: End
  }

  private static let functions: Result<Functions, DatabaseError> = {
    do throws(DatabaseError) {
      let library = try SharedLibrary(
        "zlib", files: ["libz.so.1", "libz.so", "/usr/lib/libz.dylib", "libz.dylib"], help: "Debian: apt install zlib1g")
      return .success(
        Functions(
          begin: try library.function("inflateInit2_"), step: try library.function("inflate"),
          end: try library.function("inflateEnd")))
    } catch {
      return .failure(error)
    }
  }()

  /// The bytes of a compressed text: raw deflate, as Core Data writes it, or else with a header of zlib or gzip.
  ///
  /// - Parameter limit: The greatest length of the result.
  /// - Returns: nil for bytes that are not compressed so, are cut off, or give more than `limit`.
  /// - Throws: `DatabaseError.libraryMissing` without zlib.
  static func bytes(_ compressed: [UInt8], limit: Int) throws(DatabaseError) -> [UInt8]? {
    let functions = try functions.get()
    return run(compressed, windowBits: -15, limit, functions) ?? run(compressed, windowBits: 15 + 32, limit, functions)
  }

  private static func run(_ compressed: [UInt8], windowBits: Int32, _ limit: Int, _ functions: Functions) -> [UInt8]? {
    guard let count = UInt32(exactly: compressed.count), count > 0 else { return nil }
    // zlib keeps the address of the stream and compares it, so that all calls need the same one.
    let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
    stream.initialize(to: Stream())
    defer { stream.deallocate() }
    guard functions.begin(stream, windowBits, "1.2.11", Int32(MemoryLayout<Stream>.size)) == 0 else { return nil }
    defer { _ = functions.end(stream) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    return compressed.withUnsafeBufferPointer { input -> [UInt8]? in
      stream.pointee.nextIn = input.baseAddress
      stream.pointee.availableIn = count
      while true {
        let status: Int32 = buffer.withUnsafeMutableBufferPointer { output in
          stream.pointee.nextOut = output.baseAddress
          stream.pointee.availableOut = UInt32(output.count)
          return functions.step(stream, 0)
        }
        let written = buffer.count - Int(stream.pointee.availableOut)
        guard result.count + written <= limit else { return nil }
        result.append(contentsOf: buffer[..<written])
        // 1 is the end of the stream.
        if status == 1 { return result }
        guard status == 0, written > 0 else { return nil }
      }
    }
  }
}
