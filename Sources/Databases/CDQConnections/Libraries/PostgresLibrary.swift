/// The functions of libpq that the driver calls, which is opened at run time on every system.
struct PostgresLibrary: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>

  let connect: @convention(c) (Texts?, Texts?, Int32) -> OpaquePointer?
  let finish: @convention(c) (OpaquePointer?) -> Void
  let status: @convention(c) (OpaquePointer?) -> Int32
  let errorMessage: @convention(c) (OpaquePointer?) -> Text?
  let serverVersion: @convention(c) (OpaquePointer?) -> Int32
  let transactionStatus: @convention(c) (OpaquePointer?) -> Int32
  let socket: @convention(c) (OpaquePointer?) -> Int32
  let sendPrepare: @convention(c) (OpaquePointer?, Text?, Text?, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendPrepared: @convention(c) (
    OpaquePointer?, Text?, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
  ) -> Int32
  let sendParameters: @convention(c) (
    OpaquePointer?, Text?, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
  ) -> Int32
  let sendQuery: @convention(c) (OpaquePointer?, Text?) -> Int32
  let setSingleRowMode: @convention(c) (OpaquePointer?) -> Int32
  let consumeInput: @convention(c) (OpaquePointer?) -> Int32
  let isBusy: @convention(c) (OpaquePointer?) -> Int32
  let result: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let clear: @convention(c) (OpaquePointer?) -> Void
  let resultStatus: @convention(c) (OpaquePointer?) -> Int32
  let resultErrorField: @convention(c) (OpaquePointer?, Int32) -> Text?
  let resultErrorMessage: @convention(c) (OpaquePointer?) -> Text?
  let rowCount: @convention(c) (OpaquePointer?) -> Int32
  let columnCount: @convention(c) (OpaquePointer?) -> Int32
  let value: @convention(c) (OpaquePointer?, Int32, Int32) -> UnsafePointer<UInt8>?
  let isNull: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
  let length: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
  let makeCancel: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let freeCancel: @convention(c) (OpaquePointer?) -> Void
  let cancel: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  let setNoticeProcessor: @convention(c) (
    OpaquePointer?, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?, UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer?

  let putCopyData: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32
  let putCopyEnd: @convention(c) (OpaquePointer?, Text?) -> Int32

  /// The library of this machine, opened once.
  static func shared() throws(DatabaseError) -> PostgresLibrary {
    switch opened {
    case .success(let library): return library
    case .failure(let error): throw error
    }
  }

  private static let opened: Result<PostgresLibrary, DatabaseError> = {
    do throws(DatabaseError) {
      return .success(try PostgresLibrary())
    } catch {
      return .failure(error)
    }
  }()

  private init() throws(DatabaseError) {
    let library = try SharedLibrary(
      "libpq",
      files: [
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib", "/Applications/Postgres.app/Contents/Versions/latest/lib/libpq.5.dylib",
        "libpq.so",
      ],
      help: "Debian: apt install libpq5; macOS: brew install libpq, or Postgres.app")
    connect = try library.function("PQconnectdbParams")
    finish = try library.function("PQfinish")
    status = try library.function("PQstatus")
    errorMessage = try library.function("PQerrorMessage")
    serverVersion = try library.function("PQserverVersion")
    transactionStatus = try library.function("PQtransactionStatus")
    socket = try library.function("PQsocket")
    sendPrepare = try library.function("PQsendPrepare")
    sendPrepared = try library.function("PQsendQueryPrepared")
    sendParameters = try library.function("PQsendQueryParams")
    sendQuery = try library.function("PQsendQuery")
    setSingleRowMode = try library.function("PQsetSingleRowMode")
    consumeInput = try library.function("PQconsumeInput")
    isBusy = try library.function("PQisBusy")
    result = try library.function("PQgetResult")
    clear = try library.function("PQclear")
    resultStatus = try library.function("PQresultStatus")
    resultErrorField = try library.function("PQresultErrorField")
    resultErrorMessage = try library.function("PQresultErrorMessage")
    rowCount = try library.function("PQntuples")
    columnCount = try library.function("PQnfields")
    value = try library.function("PQgetvalue")
    isNull = try library.function("PQgetisnull")
    length = try library.function("PQgetlength")
    makeCancel = try library.function("PQgetCancel")
    freeCancel = try library.function("PQfreeCancel")
    cancel = try library.function("PQcancel")
    putCopyData = try library.function("PQputCopyData")
    putCopyEnd = try library.function("PQputCopyEnd")
    setNoticeProcessor = try library.function("PQsetNoticeProcessor")
  }
}

/// Numbers of libpq's header.
enum PostgresCode {
  static let connectionOK: Int32 = 0
  static let noTransaction: Int32 = 0
  static let commandOK: Int32 = 1
  static let tuplesOK: Int32 = 2
  static let emptyQuery: Int32 = 0
  /// The server waits for the rows of a COPY.
  static let copyIn: Int32 = 4
  static let singleTuple: Int32 = 9
  /// The field of an error with its SQLSTATE.
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let primaryMessage = Int32(UInt8(ascii: "M"))
  static let detail = Int32(UInt8(ascii: "D"))

  /// Whether a SQLSTATE may be due to columns that have changed since the statement was prepared: a result of other types,
  /// or a name or an operator that does not exist.
  static func isStale(_ state: String) -> Bool { state == "0A000" || state.hasPrefix("42") }
}
