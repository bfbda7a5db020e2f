package import CDQFileWriting
package import CDQSchema

/// A file that is replaced, and what it held when it was read.
package struct FileChange: Sendable {
  package var path: String
  /// The bytes from which the new ones were made; nil if it does not matter what the file holds now.
  package var old: [UInt8]?
  /// The stamp of the file from which the new bytes were made, where `old` would be too many; nil if it does not matter.
  package var stamp: FileStamp?
  /// The new bytes; nil if the file only must not have changed.
  package var new: [UInt8]?

  package init(_ path: String, old: [UInt8]? = nil, stamp: FileStamp? = nil, new: [UInt8]?) {
    (self.path, self.old, self.stamp, self.new) = (path, old, stamp, new)
  }
}

/// The reason why several files were not replaced.
package struct FileChangeError: Error, Hashable, Sendable {
  /// The file that is the reason.
  package var file: FileError
  /// The number of files that were replaced before.
  package var replaced: Int
  /// The number of files to replace.
  package var total: Int

  package init(file: FileError, replaced: Int, total: Int) {
    (self.file, self.replaced, self.total) = (file, replaced, total)
  }
}

/// Writing of several files that belong together.
extension FileSystem {
  /// Replaces several files together, as far as a file system can: all are written before the first is renamed, so that a
  /// full disk changes nothing, and none is renamed if one has changed since it was read. Another process that does the
  /// same waits in the meantime. A symbolic link stays; the file that it points to is replaced.
  ///
  /// A process that is killed between two renames leaves the first files new and the others old, each of them complete.
  package func replace(_ changes: [FileChange]) throws(FileChangeError) {
    let total = changes.count { $0.new != nil }
    var stagings: [String: StagingFolder] = [:]
    var files: [(change: FileChange, file: NewFile)] = []
    for change in changes {
      guard let new = change.new else { continue }
      do throws(FileWriteError) {
        let folder = NewFile.folder(of: change.path, .replace)
        if stagings[folder] == nil { stagings[folder] = try StagingFolder(in: folder) }
        let file = try NewFile(change.path, .replace, in: stagings[folder])
        files.append((change, file))
        try file.write(new)
        try file.finish(isSynced: true)
      } catch {
        throw FileChangeError(file: FileError(change.path, error), replaced: 0, total: total)
      }
    }
    guard let lock = FolderLock(changes.map { NewFile.folder(of: $0.path, .replace) }) else {
      let reason = FileError.Reason.other("another process is writing in its folder")
      throw FileChangeError(file: FileError(changes.first?.path ?? "", reason), replaced: 0, total: total)
    }
    defer { withExtendedLifetime(lock) {} }
    for change in changes where isChanged(change) {
      throw FileChangeError(file: FileError(change.path, .changed), replaced: 0, total: total)
    }
    for (index, (change, file)) in files.enumerated() {
      do throws(FileWriteError) {
        try file.publish(isLocked: true)
      } catch {
        throw FileChangeError(file: FileError(change.path, error), replaced: index, total: total)
      }
    }
    for folder in stagings.keys { NewFile.sync(folder: folder) }
  }

  /// Removes what killed processes left in the folders of files that a command writes, also if it finds them written.
  package func removeLeftovers(beside paths: [String]) {
    for folder in Set(paths.map { NewFile.folder(of: $0, .replace) }) { StagingFolder.removeLeftoversOnce(in: folder) }
  }

  /// Whether a file does not hold any more what was read.
  private func isChanged(_ change: FileChange) -> Bool {
    if let old = change.old, (try? read(change.path)) != old { return true }
    return change.stamp.map { stamp(of: change.path) != $0 } ?? false
  }

  /// Makes several files that must be new: all of them, or none if one is there already.
  ///
  /// - Parameter makesFolders: Whether folders that do not exist are made, too.
  package func create(_ files: [(path: String, bytes: [UInt8])], makesFolders: Bool = false) throws(FileError) {
    var made: [(path: String, file: NewFile)] = []
    for (path, bytes) in files {
      if makesFolders { try makeFolder(PathText.folder(of: path)) }
      do throws(FileWriteError) {
        let file = try NewFile(path, .create)
        made.append((path, file))
        try file.write(bytes)
        try file.finish(isSynced: true)
      } catch {
        throw FileError(path, error)
      }
    }
    try publish(made)
  }

  /// Gives several new files their names, in this order: all of them, or none if one is there already.
  package func publish(_ files: [(path: String, file: NewFile)]) throws(FileError) {
    for (index, (path, file)) in files.enumerated() {
      do throws(FileWriteError) {
        try file.publish()
      } catch {
        for (_, earlier) in files[..<index] { earlier.withdraw() }
        throw FileError(path, error)
      }
    }
  }
}

extension FileError {
  /// The error for a file that was not written.
  package init(_ path: String, _ error: FileWriteError) {
    let reason: Reason =
      switch error {
      case _ where error.isThere: .other("is there already")
      case .system(let number) where FileWriteError.isMissing(number): .noSuchFile
      case .system(let number) where FileWriteError.isForbidden(number): .noPermission
      default: .other(error.reason)
      }
    self.init(path, reason)
  }
}
