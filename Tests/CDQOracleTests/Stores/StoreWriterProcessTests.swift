import CDQConnections
import CDQCoreData
import CDQRandom
import CDQSQL
import Foundation
import Testing

#if os(macOS) || os(Linux)
  /// A store that another process writes while it is read. Each transaction gives all objects the same number, so that a read
  /// that finds two numbers has seen a state that never was.
  @Suite struct StoreWriterProcessTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The number of reads for each form of writing; CDQ_STORE_READS sets it.
    private static let reads = environment["CDQ_STORE_READS"].flatMap { Int($0) } ?? 40

    /// How an application writes: the journal's mode, and whether it opens and closes the file for each transaction, by which
    /// a write-ahead log is moved into the file each time.
    struct Writing: CustomTestStringConvertible {
      var journal: String
      var reopens: Bool
      var testDescription: String { journal + (reopens ? ", opened for each transaction" : "") }

      static let all = ["DELETE", "TRUNCATE", "PERSIST", "WAL"].flatMap { journal in
        [false, true].map { Writing(journal: journal, reopens: $0) }
      }
    }

    /// Writes until its input ends. A small cache makes SQLite write pages into the file long before the transaction ends.
    private static let script = """
      import random, sqlite3, sys, threading
      path, journal, reopens = sys.argv[1], sys.argv[2], sys.argv[3] == "true"
      ended = threading.Event()
      threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
      def connect():
          connection = sqlite3.connect(path, timeout=30, isolation_level=None)
          for pragma in ["journal_mode = " + journal, "cache_size = 5", "synchronous = OFF", "wal_autocheckpoint = 20"]:
              connection.execute("PRAGMA " + pragma).fetchall()
          return connection
      connection, number, chance = connect(), 0, random.Random(1)
      while not ended.wait(chance.random() * 0.02):
          number += 1
          connection.execute("BEGIN IMMEDIATE")
          connection.execute("UPDATE ZNUMBERED SET ZNUMBER = ?", (number,))
          connection.execute("COMMIT")
          if reopens:
              connection.close()
              connection = connect()
      print(number)
      """

    /// Python with its module of SQLite, which macOS and the images of CI have.
    private static let python: URL? = {
      let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
      return folders.map { URL(fileURLWithPath: $0).appending(path: "python3") }.first { url in
        guard FileManager.default.isExecutableFile(atPath: url.path) else { return false }
        let process = Process()
        (process.executableURL, process.arguments) = (url, ["-c", "import sqlite3"])
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
      }
    }()

    @Test(.enabled(if: python != nil, "python3 with sqlite3 writes as another process"), arguments: Writing.all)
    func `Each read of a store that another process writes is of one moment`(writing: Writing) throws {
      let folder = try StoreFolder()
      var random = SplitMix(seed: 31)
      var writer = try CoreDataWriter(RandomStoreModel.world(&random), path: folder.path)
      try writer.write(cache: .none)
      try Self.addTable(folder.path)
      let application = try Application(folder.path, writing)
      var seen: Set<Int64> = []
      var problems: [String: Int] = [:]
      var kept: (any DatabaseConnection)?
      // On a busy machine the other process takes its time.
      let end = ContinuousClock.now + .seconds(120)
      var number = -1
      while number < Self.reads || seen.count < 3 && ContinuousClock.now < end {
        number += 1
        // Three of four reads are on a connection that was opened before some of the transactions.
        do {
          let connection: any DatabaseConnection
          if let old = kept, number % 4 != 0 { connection = old } else {
            connection = try #require(try AppleStoreFile.openStore(folder.path))
            kept = connection
          }
          let rows = try connection.rows("SELECT ZNUMBER FROM ZNUMBERED WHERE ZTEXT <> 'b'")
          let numbers = Set(rows.compactMap { $0.first?.integer })
          if rows.count == 1500, numbers.count == 1 { seen.formUnion(numbers) } else {
            problems["\(rows.count) rows, \(numbers.count) numbers", default: 0] += 1
          }
        } catch {
          problems["\(error)", default: 0] += 1
          kept = nil
        }
        Thread.sleep(forTimeInterval: Double(random.below(20)) / 1000)
      }
      #expect(problems.isEmpty)
      #expect(seen.count > 2, "the other process wrote nothing between the reads")
      #expect(try application.end() > 1)
      withExtendedLifetime(writer) {}
    }

    @Test(.enabled(if: python != nil, "python3 with sqlite3 writes as another process"), arguments: Writing.all)
    func `Another database is never taken for a store, whoever writes it`(writing: Writing) throws {
      let folder = try StoreFolder()
      try Self.addTable(folder.path)
      let application = try Application(folder.path, writing)
      // When the file and its log were changed. A connection that would ask for the number loses its locks when the file is
      // opened and closed again in this process.
      var changes: Set<[Date?]> = []
      let end = ContinuousClock.now + .seconds(120)
      var count = 0
      // On a busy machine the other process takes its time.
      while count < Self.reads || changes.count < 4 && ContinuousClock.now < end {
        changes.insert(
          ["", "-wal"].map { try? FileManager.default.attributesOfItem(atPath: folder.path + $0)[.modificationDate] as? Date })
        #expect(try AppleStoreFile.openStore(folder.path) == nil)
        count += 1
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(try application.end() > 1)
    }

    @Test func `Another database is not taken for a store while a writer holds it`() throws {
      let folder = try StoreFolder()
      try Self.addTable(folder.path)
      let application = try SQLiteConnection(path: folder.path, access: .readWrite)
      _ = try application.rows("BEGIN EXCLUSIVE")
      #expect(try AppleStoreFile.openStore(folder.path) == nil)
      _ = try application.rows("COMMIT")
    }

    /// Adds the table that is written.
    private static func addTable(_ path: String) throws {
      let application = try SQLiteConnection(path: path, access: .create)
      for text in [
        "CREATE TABLE ZNUMBERED (Z_PK INTEGER PRIMARY KEY, ZNUMBER INTEGER, ZTEXT TEXT)",
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
        INSERT INTO ZNUMBERED SELECT i, 0, printf('%.200c', 'a') FROM n
        """,
      ] { _ = try application.rows(text) }
    }

    /// A process that writes a file until it is told to end.
    private final class Application {
      private let process = Process()
      private let (input, output) = (Pipe(), Pipe())

      init(_ path: String, _ writing: Writing) throws {
        process.executableURL = python
        process.arguments = ["-c", script, path, writing.journal, "\(writing.reopens)"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
      }

      deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
      }

      /// Ends the process.
      ///
      /// - Returns: the number of its transactions.
      func end() throws -> Int {
        try input.fileHandleForWriting.close()
        let number = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return Int(number.dropLast()) ?? 0
      }
    }
  }
#endif
