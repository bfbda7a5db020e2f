import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQFuzzSupport
import CDQRandom
import CDQTestSupport
import CDQValues
import Foundation
import Testing

/// Bytes that no application has written: each is refused with a reason, or read, and none is changed.
@Suite struct DamagedStoreTests {
  /// The inputs that the fuzzer keeps, with hostile archives and stores.
  @Test func `Hostile archives end soon`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Repository.url("Tests/Fuzz/Corpus/store"), includingPropertiesForKeys: nil)
    #expect(files.count >= 6)
    for file in files {
      let bytes = try Array(Data(contentsOf: file))
      let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
      let form = try #require(StoreReading.Form(rawValue: String(decoding: bytes[..<end], as: UTF8.self)))
      let start = ContinuousClock.now
      let reading = StoreReading(form, Array(bytes[(end + 1)...]))
      #expect(reading.violation == nil)
      #expect(!reading.features.isEmpty, "\(file.lastPathComponent)")
      #expect(ContinuousClock.now - start < .seconds(20), "\(file.lastPathComponent)")
    }
  }

  @Test func `Stores with changed bytes are read or refused`() throws {
    var random = SplitMix(seed: 19)
    var features: Set<String> = []
    for number in 0..<60 {
      let folder = try StoreFolder()
      var writer = try CoreDataWriter(RandomStoreModel.world(&random), path: folder.path)
      try writer.write(cache: CoreDataWriter.Cache.allCases[number % CoreDataWriter.Cache.allCases.count])
      var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path)))
      for _ in 0..<random.pick([0, 1, 5, 50]) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      if random.chance(20) { bytes.removeLast(random.below(bytes.count)) }
      let reading = StoreReading(.store, bytes)
      #expect(reading.violation == nil)
      features.formUnion(reading.features)
    }
    #expect(features.isSuperset(of: ["cache", "tables", "rows"]), "\(features)")
  }

  /// Each file that is no store of SQLite has a message that says why.
  @Test(arguments: [
    ([], "empty"), (Array("SQLite format 3\0".utf8) + [16, 0], "cut off"), (Array("bplist00".utf8), "property list"),
    (Array(repeating: 0xA7, count: 5000), "encrypted"),
    (Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 500), "cannot open"),
  ])
  func `A file that is no store is refused`(bytes: [UInt8], part: String) throws {
    let folder = try StoreFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path))
    let before = try folder.state()
    do throws(AppleStoreFileError) {
      _ = try AppleStoreFile.openStore(folder.path)
      Issue.record("the file was opened")
    } catch {
      #expect((error.message + error.help.joined()).contains(part), "\(error)")
    }
    #expect(try folder.state() == before)
  }

  @Test func `A truncated store is told by its size`() throws {
    let folder = try StoreFolder()
    var random = SplitMix(seed: 3)
    var writer = try CoreDataWriter(RandomStoreModel.world(&random), path: folder.path)
    try writer.write(cache: .none)
    let url = URL(fileURLWithPath: folder.path)
    try Data(contentsOf: url).prefix(6000).write(to: url)
    do throws(AppleStoreFileError) {
      _ = try AppleStoreFile.openStore(folder.path)
      Issue.record("the file was opened")
    } catch {
      #expect(error.message.contains("6000 of"))
    }
  }

  /// Nothing can be written into the folder, and the store is read nevertheless.
  @Test(arguments: [false, true])
  func `A store in a folder that cannot be written is read`(isPending: Bool) throws {
    let folder = try StoreFolder()
    var random = SplitMix(seed: 5)
    let world = RandomStoreModel.world(&random)
    var writer = try CoreDataWriter(world, path: folder.path)
    try writer.write(cache: .dictionaries, isPending: isPending)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.folder) }
    let before = try folder.state()
    #expect(before.keys.contains("Store.sqlite-wal") == isPending)
    try withExtendedLifetime(writer) {
      let connection = try #require(try AppleStoreFile.openStore(folder.path))
      let count = try connection.rows("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000").first?.first?.integer
      #expect(count == Int64(world.schema.entities.count))
    }
    #expect(try folder.state() == before)
  }

  /// A writer at work: each copy is of one moment.
  @Test func `A store is read while an application writes`() throws {
    let folder = try StoreFolder()
    var random = SplitMix(seed: 8)
    var writer = try CoreDataWriter(RandomStoreModel.world(&random), path: folder.path)
    try writer.write(cache: .none, isPending: true)
    let application = try SQLiteConnection(path: folder.path, access: .readWrite)
    _ = try application.rows("CREATE TABLE ZPAIR (Z_PK INTEGER PRIMARY KEY, ZLEFT INTEGER, ZRIGHT INTEGER)")
    _ = try application.rows("INSERT INTO ZPAIR VALUES (1, 0, 0)")
    let isDone = Locked(false)
    let path = folder.path
    let thread = Thread {
      guard let connection = try? SQLiteConnection(path: path, access: .readWrite) else { return }
      var number: Int64 = 0
      while !isDone.withLock({ $0 }) {
        number += 1
        _ = try? connection.rows("UPDATE ZPAIR SET ZLEFT = ?, ZRIGHT = ?", [.int(number), .int(number)])
        Thread.sleep(forTimeInterval: 0.03)
      }
    }
    thread.start()
    defer { isDone.withLock { $0 = true } }
    for _ in 0..<5 {
      let connection = try #require(try AppleStoreFile.openStore(folder.path))
      let row = try #require(try connection.rows("SELECT ZLEFT, ZRIGHT FROM ZPAIR").first)
      #expect(row[0] == row[1])
    }
    withExtendedLifetime(writer) {}
  }
}
