import Foundation

#if canImport(SQLite3)
  import SQLite3
#endif

/// The functions of SQLite that the driver calls: of the system's library on Apple's systems, opened at run time on
/// others.
struct SQLiteLibrary: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias Values = UnsafeMutablePointer<OpaquePointer?>
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias Call = @convention(c) (OpaquePointer?, Int32, Values?) -> Void
  typealias Finish = @convention(c) (OpaquePointer?) -> Void
  typealias Collation = @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
  ) -> Int32

  let open: @convention(c) (Text?, UnsafeMutablePointer<OpaquePointer?>?, Int32, Text?) -> Int32
  let close: @convention(c) (OpaquePointer?) -> Int32
  let prepare: @convention(c) (
    OpaquePointer?, Text?, Int32, UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<Text?>?
  ) -> Int32
  let step: @convention(c) (OpaquePointer?) -> Int32
  let reset: @convention(c) (OpaquePointer?) -> Int32
  let finalize: @convention(c) (OpaquePointer?) -> Int32
  let clearBindings: @convention(c) (OpaquePointer?) -> Int32
  let isReadOnly: @convention(c) (OpaquePointer?) -> Int32
  let bindNull: @convention(c) (OpaquePointer?, Int32) -> Int32
  let bindInt: @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
  let bindDouble: @convention(c) (OpaquePointer?, Int32, Double) -> Int32
  let bindText: @convention(c) (OpaquePointer?, Int32, Text?, Int32, Destructor?) -> Int32
  let bindBlob: @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, Int32, Destructor?) -> Int32
  let columnCount: @convention(c) (OpaquePointer?) -> Int32
  let columnName: @convention(c) (OpaquePointer?, Int32) -> Text?
  let columnValue: @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
  let valueType: @convention(c) (OpaquePointer?) -> Int32
  let valueInt: @convention(c) (OpaquePointer?) -> Int64
  let valueDouble: @convention(c) (OpaquePointer?) -> Double
  let valueText: @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?
  let valueBlob: @convention(c) (OpaquePointer?) -> UnsafeRawPointer?
  let valueBytes: @convention(c) (OpaquePointer?) -> Int32
  let resultNull: @convention(c) (OpaquePointer?) -> Void
  let resultInt: @convention(c) (OpaquePointer?, Int64) -> Void
  let resultDouble: @convention(c) (OpaquePointer?, Double) -> Void
  let resultValue: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
  let resultText: @convention(c) (OpaquePointer?, Text?, Int32, Destructor?) -> Void
  let resultError: @convention(c) (OpaquePointer?, Text?, Int32) -> Void
  let userData: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
  let aggregateContext: @convention(c) (OpaquePointer?, Int32) -> UnsafeMutableRawPointer?
  let createFunction: @convention(c) (
    OpaquePointer?, Text?, Int32, Int32, UnsafeMutableRawPointer?, Call?, Call?, Finish?, Destructor?
  ) -> Int32
  let createCollation: @convention(c) (
    OpaquePointer?, Text?, Int32, UnsafeMutableRawPointer?, Collation?, Destructor?
  ) -> Int32
  let errorMessage: @convention(c) (OpaquePointer?) -> Text?
  let extendedErrorCode: @convention(c) (OpaquePointer?) -> Int32
  let busyTimeout: @convention(c) (OpaquePointer?, Int32) -> Int32
  let progressHandler: @convention(c) (
    OpaquePointer?, Int32, (@convention(c) (UnsafeMutableRawPointer?) -> Int32)?, UnsafeMutableRawPointer?
  ) -> Void
  let interrupt: @convention(c) (OpaquePointer?) -> Void
  let version: @convention(c) () -> Int32
  let isAutoCommitting: @convention(c) (OpaquePointer?) -> Int32

  /// The library of this machine, opened once.
  static func shared() throws(DatabaseError) -> SQLiteLibrary {
    switch result {
    case .success(let library): return library
    case .failure(let error): throw error
    }
  }

  /// The library for callbacks, which run only after it was opened.
  static let opened: SQLiteLibrary? = try? result.get()

  private static let result: Result<SQLiteLibrary, DatabaseError> = {
    do throws(DatabaseError) {
      let library = try SQLiteLibrary()
      // `IS TRUE` and NULLS FIRST, which the generator writes.
      guard library.version() >= 3_030_000 else {
        throw .libraryMissing("SQLite 3.30 or newer", help: "Debian: apt install libsqlite3-0")
      }
      return .success(library)
    } catch {
      return .failure(error)
    }
  }()

  #if canImport(SQLite3)
    private init() throws(DatabaseError) {
      open = sqlite3_open_v2
      close = sqlite3_close_v2
      prepare = sqlite3_prepare_v2
      step = sqlite3_step
      reset = sqlite3_reset
      finalize = sqlite3_finalize
      clearBindings = sqlite3_clear_bindings
      isReadOnly = sqlite3_stmt_readonly
      bindNull = sqlite3_bind_null
      bindInt = sqlite3_bind_int64
      bindDouble = sqlite3_bind_double
      bindText = sqlite3_bind_text
      bindBlob = sqlite3_bind_blob
      columnCount = sqlite3_column_count
      columnName = sqlite3_column_name
      columnValue = sqlite3_column_value
      valueType = sqlite3_value_type
      valueInt = sqlite3_value_int64
      valueDouble = sqlite3_value_double
      valueText = sqlite3_value_text
      valueBlob = sqlite3_value_blob
      valueBytes = sqlite3_value_bytes
      resultNull = sqlite3_result_null
      resultInt = sqlite3_result_int64
      resultDouble = sqlite3_result_double
      resultValue = sqlite3_result_value
      resultText = sqlite3_result_text
      resultError = sqlite3_result_error
      userData = sqlite3_user_data
      aggregateContext = sqlite3_aggregate_context
      createFunction = sqlite3_create_function_v2
      createCollation = sqlite3_create_collation_v2
      errorMessage = sqlite3_errmsg
      extendedErrorCode = sqlite3_extended_errcode
      busyTimeout = sqlite3_busy_timeout
      progressHandler = sqlite3_progress_handler
      interrupt = sqlite3_interrupt
      version = sqlite3_libversion_number
      isAutoCommitting = sqlite3_get_autocommit
    }
  #else
    private init() throws(DatabaseError) {
      let library = try SharedLibrary(
        "SQLite", files: ["libsqlite3.so.0", "libsqlite3.so"], help: "Debian: apt install libsqlite3-0")
      open = try library.function("sqlite3_open_v2")
      close = try library.function("sqlite3_close_v2")
      prepare = try library.function("sqlite3_prepare_v2")
      step = try library.function("sqlite3_step")
      reset = try library.function("sqlite3_reset")
      finalize = try library.function("sqlite3_finalize")
      clearBindings = try library.function("sqlite3_clear_bindings")
      isReadOnly = try library.function("sqlite3_stmt_readonly")
      bindNull = try library.function("sqlite3_bind_null")
      bindInt = try library.function("sqlite3_bind_int64")
      bindDouble = try library.function("sqlite3_bind_double")
      bindText = try library.function("sqlite3_bind_text")
      bindBlob = try library.function("sqlite3_bind_blob")
      columnCount = try library.function("sqlite3_column_count")
      columnName = try library.function("sqlite3_column_name")
      columnValue = try library.function("sqlite3_column_value")
      valueType = try library.function("sqlite3_value_type")
      valueInt = try library.function("sqlite3_value_int64")
      valueDouble = try library.function("sqlite3_value_double")
      valueText = try library.function("sqlite3_value_text")
      valueBlob = try library.function("sqlite3_value_blob")
      valueBytes = try library.function("sqlite3_value_bytes")
      resultNull = try library.function("sqlite3_result_null")
      resultInt = try library.function("sqlite3_result_int64")
      resultDouble = try library.function("sqlite3_result_double")
      resultValue = try library.function("sqlite3_result_value")
      resultText = try library.function("sqlite3_result_text")
      resultError = try library.function("sqlite3_result_error")
      userData = try library.function("sqlite3_user_data")
      aggregateContext = try library.function("sqlite3_aggregate_context")
      createFunction = try library.function("sqlite3_create_function_v2")
      createCollation = try library.function("sqlite3_create_collation_v2")
      errorMessage = try library.function("sqlite3_errmsg")
      extendedErrorCode = try library.function("sqlite3_extended_errcode")
      busyTimeout = try library.function("sqlite3_busy_timeout")
      progressHandler = try library.function("sqlite3_progress_handler")
      interrupt = try library.function("sqlite3_interrupt")
      version = try library.function("sqlite3_libversion_number")
      isAutoCommitting = try library.function("sqlite3_get_autocommit")
    }
  #endif
}

/// Numbers of SQLite's header.
enum SQLiteCode {
  static let ok: Int32 = 0
  static let error: Int32 = 1
  static let readOnly: Int32 = 8
  static let interrupted: Int32 = 9
  static let tooBig: Int32 = 18
  static let row: Int32 = 100
  static let done: Int32 = 101

  static let openReadOnly: Int32 = 0x1
  static let openReadWrite: Int32 = 0x2
  static let openCreate: Int32 = 0x4
  static let openURI: Int32 = 0x40
  /// Each connection is used by one thread at a time.
  static let openNoMutex: Int32 = 0x8000

  static let integer: Int32 = 1
  static let float: Int32 = 2
  static let text: Int32 = 3
  static let blob: Int32 = 4
  static let null: Int32 = 5

  static let utf8: Int32 = 1
  static let deterministic: Int32 = 0x800
  /// Not from views and triggers of a file, which others may have written.
  static let directOnly: Int32 = 0x80000

  /// The destructor that makes SQLite copy a text or blob.
  static let transient = unsafeBitCast(-1, to: SQLiteLibrary.Destructor?.self)
}
