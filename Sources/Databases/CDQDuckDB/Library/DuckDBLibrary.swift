import CDQConnections
import CDuckDB
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The functions of DuckDB's C API that the driver calls, which is opened at run time on every system.
struct DuckDBLibrary: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias OwnedText = UnsafeMutablePointer<CChar>
  /// A place for an object, which the function that ends the object's life sets to nil.
  typealias Place = UnsafeMutablePointer<OpaquePointer?>
  typealias Result = UnsafeMutablePointer<duckdb_result>

  let open: @convention(c) (Text?, Place?, OpaquePointer?, UnsafeMutablePointer<OwnedText?>?) -> Int32
  let close: @convention(c) (Place?) -> Void
  let createConfig: @convention(c) (Place?) -> Int32
  let setConfig: @convention(c) (OpaquePointer?, Text?, Text?) -> Int32
  let destroyConfig: @convention(c) (Place?) -> Void
  let connect: @convention(c) (OpaquePointer?, Place?) -> Int32
  let disconnect: @convention(c) (Place?) -> Void
  let interrupt: @convention(c) (OpaquePointer?) -> Void
  let prepare: @convention(c) (OpaquePointer?, Text?, Place?) -> Int32
  let prepareError: @convention(c) (OpaquePointer?) -> Text?
  let destroyPrepared: @convention(c) (Place?) -> Void
  let statementType: @convention(c) (OpaquePointer?) -> UInt32
  let clearBindings: @convention(c) (OpaquePointer?) -> Int32
  let bindNull: @convention(c) (OpaquePointer?, UInt64) -> Int32
  let bindInt: @convention(c) (OpaquePointer?, UInt64, Int64) -> Int32
  let bindDouble: @convention(c) (OpaquePointer?, UInt64, Double) -> Int32
  let bindText: @convention(c) (OpaquePointer?, UInt64, Text?, UInt64) -> Int32
  let bindBlob: @convention(c) (OpaquePointer?, UInt64, UnsafeRawPointer?, UInt64) -> Int32
  let pending: @convention(c) (OpaquePointer?, Place?) -> Int32
  let pendingError: @convention(c) (OpaquePointer?) -> Text?
  let destroyPending: @convention(c) (Place?) -> Void
  let execute: @convention(c) (OpaquePointer?, Result?) -> Int32
  let resultError: @convention(c) (Result?) -> Text?
  let resultErrorType: @convention(c) (Result?) -> UInt32
  let destroyResult: @convention(c) (Result?) -> Void
  let columnCount: @convention(c) (Result?) -> UInt64
  let fetchChunk: @convention(c) (duckdb_result) -> OpaquePointer?
  let destroyChunk: @convention(c) (Place?) -> Void
  let chunkSize: @convention(c) (OpaquePointer?) -> UInt64
  let chunkVector: @convention(c) (OpaquePointer?, UInt64) -> OpaquePointer?
  let vectorType: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let vectorData: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
  let vectorValidity: @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<UInt64>?
  let listChild: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let typeID: @convention(c) (OpaquePointer?) -> UInt32
  let decimalScale: @convention(c) (OpaquePointer?) -> UInt8
  let decimalType: @convention(c) (OpaquePointer?) -> UInt32
  let destroyType: @convention(c) (Place?) -> Void

  /// The library of this machine, opened once.
  static func shared() throws(DatabaseError) -> DuckDBLibrary {
    switch opened {
    case .success(let library): return library
    case .failure(let error): throw error
    }
  }

  private static let opened: Swift.Result<DuckDBLibrary, DatabaseError> = {
    do throws(DatabaseError) {
      return .success(try DuckDBLibrary())
    } catch {
      return .failure(error)
    }
  }()

  /// The files of the variable `CDQ_DUCKDB`, separated by colons: the libraries that it needs, then its own.
  private static func files() -> [String] {
    guard let text = ProcessInfo.processInfo.environment["CDQ_DUCKDB"], !text.isEmpty else {
      return [
        "libduckdb.so", "libduckdb.dylib", "/opt/homebrew/lib/libduckdb.dylib", "/usr/local/lib/libduckdb.dylib",
        "/usr/local/lib/libduckdb.so",
      ]
    }
    var files = text.split(separator: ":").map(String.init)
    let library = files.popLast()
    // The module of Python's package needs the library of Python.
    for file in files { SharedLibrary.load(file) }
    return library.map { [$0] } ?? []
  }

  private init() throws(DatabaseError) {
    let library = try SharedLibrary(
      "DuckDB", files: DuckDBLibrary.files(),
      help: "macOS: brew install duckdb; elsewhere: set CDQ_DUCKDB to the path of libduckdb.so, from duckdb.org")
    open = try library.function("duckdb_open_ext")
    close = try library.function("duckdb_close")
    createConfig = try library.function("duckdb_create_config")
    setConfig = try library.function("duckdb_set_config")
    destroyConfig = try library.function("duckdb_destroy_config")
    connect = try library.function("duckdb_connect")
    disconnect = try library.function("duckdb_disconnect")
    interrupt = try library.function("duckdb_interrupt")
    prepare = try library.function("duckdb_prepare")
    prepareError = try library.function("duckdb_prepare_error")
    destroyPrepared = try library.function("duckdb_destroy_prepare")
    statementType = try library.function("duckdb_prepared_statement_type")
    clearBindings = try library.function("duckdb_clear_bindings")
    bindNull = try library.function("duckdb_bind_null")
    bindInt = try library.function("duckdb_bind_int64")
    bindDouble = try library.function("duckdb_bind_double")
    bindText = try library.function("duckdb_bind_varchar_length")
    bindBlob = try library.function("duckdb_bind_blob")
    pending = try library.function("duckdb_pending_prepared_streaming")
    pendingError = try library.function("duckdb_pending_error")
    destroyPending = try library.function("duckdb_destroy_pending")
    execute = try library.function("duckdb_execute_pending")
    resultError = try library.function("duckdb_result_error")
    resultErrorType = try library.function("duckdb_result_error_type")
    destroyResult = try library.function("duckdb_destroy_result")
    columnCount = try library.function("duckdb_column_count")
    fetchChunk = try library.function("duckdb_fetch_chunk")
    destroyChunk = try library.function("duckdb_destroy_data_chunk")
    chunkSize = try library.function("duckdb_data_chunk_get_size")
    chunkVector = try library.function("duckdb_data_chunk_get_vector")
    vectorType = try library.function("duckdb_vector_get_column_type")
    vectorData = try library.function("duckdb_vector_get_data")
    vectorValidity = try library.function("duckdb_vector_get_validity")
    listChild = try library.function("duckdb_list_vector_get_child")
    typeID = try library.function("duckdb_get_type_id")
    decimalScale = try library.function("duckdb_decimal_scale")
    decimalType = try library.function("duckdb_decimal_internal_type")
    destroyType = try library.function("duckdb_destroy_logical_type")
  }
}

/// Numbers of DuckDB's header.
enum DuckDBCode {
  static let success: Int32 = 0

  /// Types of statements that change nothing: SELECT, EXPLAIN, BEGIN and COMMIT, and what EXPLAIN ANALYZE is.
  static let readingStatements: Set<UInt32> = [1, 4, 10, 12]

  /// The type of an error, by the words in front of its message.
  static func isRange(_ message: String) -> Bool {
    if message.contains("CSV Error") { return false }
    return ["Out of Range Error", "Conversion Error", "Decimal Error", "Divide by Zero"].contains { message.hasPrefix($0) }
      || message.hasPrefix("Invalid Input Error: Division by zero")
  }
}
