import CDQFileWriting
import CDQFiles
import CDQSchema
import Dispatch
import Foundation
import Testing

/// Files that appear complete: writers at once, and leftovers of dead ones.
@Suite struct NewFileTests {
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [NewFile.Rule.create, .replace])
  func `Of many writers one wins, with all of its bytes`(_ rule: NewFile.Rule) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for round in 0..<30 {
      let path = folder.appending(path: "file \(round)").path
      let lock = NSLock()
      nonisolated(unsafe) var winners = 0
      DispatchQueue.concurrentPerform(iterations: 8) { writer in
        let bytes = [UInt8](repeating: UInt8(writer), count: 100_000)
        do throws(FileWriteError) {
          let file = try NewFile(path, rule)
          try file.write(bytes)
          try file.commit(isSynced: false)
          lock.withLock { winners += 1 }
        } catch {
          if !error.isThere { Issue.record(error) }
        }
      }
      #expect(winners == (rule == .create ? 1 : 8))
      let found = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(found.count == 100_000 && Set(found).count == 1)
    }
    #expect(try Self.names(folder).count == 30)
  }

  @Test func `A file is replaced after whoever compares it has let the folder go`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "file")
    try Data("old".utf8).write(to: url)
    nonisolated(unsafe) let file = try NewFile(url.path, .replace)
    try file.write(Array("new".utf8))
    try file.finish(isSynced: false)
    var lock = FolderLock([folder.path])
    #expect(lock != nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      do throws(FileWriteError) { try file.publish() } catch { Issue.record(error) }
    }
    #expect(group.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
    #expect(try Data(contentsOf: url) == Data("old".utf8))
    lock = nil
    group.wait()
    #expect(try Data(contentsOf: url) == Data("new".utf8))
  }

  @Test func `Leftovers of dead writers are removed, and nothing else`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let dead = folder.appending(path: ".cdq-0123456789abcdef.cdqtmp")
    let foreign = [".cdq-notes.cdqtmp", ".cdq-0123456789abcdeg.cdqtmp", "cdq-0123456789abcdef.cdqtmp", ".x.tmp"]
    for url in [dead] + foreign.map({ folder.appending(path: $0) }) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: url.appending(path: "City.json"))
    }
    let living = try NewFile(folder.appending(path: "living").path, .replace)
    try living.write(Array("whole".utf8))
    #expect(!FileManager.default.fileExists(atPath: dead.path))
    try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
    _ = try NewFile(folder.appending(path: "other").path, .replace)
    #expect(!FileManager.default.fileExists(atPath: dead.path))
    try living.commit(isSynced: true)
    #expect(try String(contentsOf: folder.appending(path: "living"), encoding: .utf8) == "whole")
  }

  @Test func `A writer that fails leaves nothing, and what was there stays`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a").path
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    do {
      let file = try NewFile(path, .replace)
      try file.write(Array("new".utf8))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(throws: FileWriteError.self) { try NewFile(path, .create) }
    #expect(throws: FileWriteError.notAFile) { try NewFile("/dev/null", .replace) }
    let new = ["b", "a"].map { (path: folder.appending(path: $0).path, bytes: Array("x".utf8)) }
    #expect(throws: FileError.self) { try FileSystem().create(new) }
    #expect(try Self.names(folder) == ["a"])
  }

  @Test func `A file that another program changed is not replaced, nor those beside it`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["a", "b"].map { folder.appending(path: $0).path }
    for path in paths { try Data("old".utf8).write(to: URL(fileURLWithPath: path)) }
    let stamp = FileSystem().stamp(of: paths[1])
    func changes(_ stamp: FileStamp?) -> [FileChange] {
      [FileChange(paths[0], old: Array("old".utf8), new: Array("new".utf8)), FileChange(paths[1], stamp: stamp, new: nil)]
    }
    try FileSystem().write(Array("more".utf8), to: paths[1])
    #expect { try FileSystem().replace(changes(stamp)) } throws: { error in
      (error as? FileChangeError) == FileChangeError(file: FileError(paths[1], .changed), replaced: 0, total: 1)
    }
    #expect(try String(contentsOfFile: paths[0], encoding: .utf8) == "old")
    try FileSystem().replace(changes(FileSystem().stamp(of: paths[1])))
    #expect(try String(contentsOfFile: paths[0], encoding: .utf8) == "new")
    #expect(try Self.names(folder) == ["a", "b"])
  }
}
