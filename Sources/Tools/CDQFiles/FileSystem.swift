import CDQFileWriting
package import CDQSchema
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The real file system. Only this type of the compiler reads and writes files.
package struct FileSystem: SchemaReader {
  /// Maximum number of bytes of a file that is read; source positions are 32-bit.
  package var sizeLimit: Int

  package init(sizeLimit: Int = 1 << 30) {
    self.sizeLimit = sizeLimit
  }

  package func kind(of path: String) -> PathKind {
    var status = stat()
    return stat(path, &status) == 0 ? FileSystem.kind(status) : .missing
  }

  private static func kind(_ status: stat) -> PathKind {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file
    default: .special
    }
  }

  /// Whether every user of the machine may write to a file or folder; false for one that cannot be looked at.
  package func isWritableByEveryone(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IWOTH != 0
  }

  /// Fails for what must not be read: a folder, a pipe, a device, and a file of more bytes than the limit. Nothing is
  /// read before that, since a pipe may wait for ever and a device may have no end.
  package func requireReadable(_ path: String) throws(FileError) { _ = try readableSize(path) }

  /// The number of bytes of a file that may be read.
  private func readableSize(_ path: String) throws(FileError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(path, .noSuchFile) }
    switch FileSystem.kind(status) {
    case .missing: throw FileError(path, .noSuchFile)
    case .directory: throw FileError(path, .isDirectory)
    case .special: throw FileError(path, .isSpecial)
    case .file:
      let size = Int(status.st_size)
      guard size <= sizeLimit else { throw FileError(path, .tooLarge(limit: sizeLimit)) }
      return max(0, size)
    }
  }

  package func read(_ path: String) throws(FileError) -> [UInt8] {
    let size = try readableSize(path)
    // The calls of the system, since a tree of sources has thousands of files that are read whole.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileSystem.failure(path, errno) }
    defer { close(file) }
    // The file may grow meanwhile, and those of `/proc` say that they are empty.
    var bytes: [UInt8] = []
    var expected = size + 1
    while true {
      let part = try FileSystem.part(of: file, expected, path)
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= sizeLimit else { throw FileError(path, .tooLarge(limit: sizeLimit)) }
      if part.count < expected { return bytes }
      expected = min(1 << 16, sizeLimit - bytes.count + 1)
    }
  }

  /// The next bytes of an open file: fewer than asked for only at its end.
  private static func part(of file: Int32, _ count: Int, _ path: String) throws(FileError) -> [UInt8] {
    var problem: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let number = nextBytes(of: file, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
        if number > 0 {
          filled += number
        } else if number == 0 || errno != EINTR {
          if number < 0 { problem = errno }
          return
        }
      }
    }
    if let problem { throw failure(path, problem) }
    return bytes
  }

  private static func failure(_ path: String, _ number: Int32) -> FileError {
    switch number {
    case ENOENT, ENOTDIR: FileError(path, .noSuchFile)
    case EACCES, EPERM: FileError(path, .noPermission)
    default: FileError(path, .other("cannot be read: \(String(cString: strerror(number)))"))
    }
  }

  package func list(_ path: String) throws(FileError) -> [String] {
    switch kind(of: path) {
    case .missing: throw FileError(path, .noSuchFile)
    case .file, .special: throw FileError(path, .isNotDirectory)
    case .directory: break
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw FileSystem.failure(path, error)
    }
  }

  /// Writes a file atomically, so that no process sees a part of it, and only when its bytes change, so that build
  /// tools which watch its date do nothing.
  ///
  /// - Returns: Whether the file was written.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileError) -> Bool {
    if kind(of: path) == .directory { throw FileError(path, .isDirectory) }
    // Contiguous bytes, the usual case, are written without a copy.
    let result = bytes.withContiguousStorageIfAvailable { replace(path, with: UnsafeRawBufferPointer($0)) }
    return try (result ?? Array(bytes).withUnsafeBytes { replace(path, with: $0) }).get()
  }

  /// Writes the file if its bytes differ; true when it was written.
  private func replace(_ path: String, with bytes: UnsafeRawBufferPointer) -> Result<Bool, FileError> {
    removeLeftovers(beside: [path])
    if kind(of: path) == .file, let old = try? Data(contentsOf: URL(fileURLWithPath: path)),
      old.withUnsafeBytes({ $0.elementsEqual(bytes) })
    {
      return .success(false)
    }
    do throws(FileWriteError) {
      let folder = NewFile.folder(of: path, .replace)
      let file = try NewFile(path, .replace, in: StagingFolder(in: folder, removesLeftovers: false))
      try file.write(bytes)
      try file.commit(isSynced: false)
    } catch {
      return .failure(FileError(path, error))
    }
    return .success(true)
  }

  /// Creates a folder and its parents if they do not exist.
  package func makeFolder(_ path: String) throws(FileError) {
    if path.isEmpty || kind(of: path) == .directory { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileSystem.failure(path, error)
    }
  }

  /// The absolute path, with `.` and `..` resolved as text.
  package func absolute(_ path: String) -> String {
    PathText.normalized(PathText.join(FileManager.default.currentDirectoryPath, path))
  }

  package func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return absolute(path) }
    defer { free(real) }
    return String(cString: real)
  }

  /// True for a symbolic link, even if its target does not exist.
  func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  private static func failure(_ path: String, _ error: any Error) -> FileError {
    guard let error = error as? CocoaError else { return FileError(path, .other("cannot be read or written")) }
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return FileError(path, .noSuchFile)
    case .fileReadNoPermission, .fileWriteNoPermission: return FileError(path, .noPermission)
    case .fileWriteOutOfSpace: return FileError(path, .other("no space left"))
    case .fileWriteVolumeReadOnly: return FileError(path, .other("the volume is read-only"))
    case .fileReadTooLarge: return FileError(path, .other("is too large"))
    default: return FileError(path, .other("cannot be read or written (Foundation error \(error.code.rawValue))"))
    }
  }
}

/// The call of the system, whose name a method of the file system has too.
private func nextBytes(of file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}
