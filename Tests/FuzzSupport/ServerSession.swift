import CDQFiles
import CDQJSON
import CDQLanguageServer
import CDQSchema

/// A session of the language server on bytes of a client, for packages that see only public declarations.
///
/// Its disk has a few files of its own and is never that of the machine.
public struct ServerSession {
  /// The bytes that the server sent.
  public private(set) var sent: [UInt8] = []
  /// The messages that the server sent, as JSON texts.
  public private(set) var messages: [String] = []
  /// The methods that the client's messages had.
  public private(set) var methods: Set<String> = []
  /// The exit code that the server would end with; nil while it runs.
  public private(set) var exitCode: Int32?

  /// Runs a session.
  ///
  /// - Parameters:
  ///   - bytes: what the client sends.
  ///   - files: the files of the disk, by absolute paths.
  public init(_ bytes: [UInt8], files: [String: String]) {
    var messages: [JSONValue] = []
    let server = LanguageServer(
      ServerEnvironment(files: SessionFiles(texts: files.mapValues { Array($0.utf8) }), version: "fuzz")
    ) { messages.append($0) }
    var decoder = MessageDecoder()
    decoder.append(bytes)
    while let body = decoder.next(), server.exitCode == nil {
      do throws(JSONError) {
        let message = try JSONValue.parse(utf8: body)
        if case .string(let method)? = message["method"] { methods.insert(method) }
        server.receive(message)
      } catch {
        server.refuseUnreadable(error.message)
      }
      server.settle()
    }
    exitCode = server.exitCode
    self.messages = messages.map(\.text)
    sent = self.messages.flatMap { MessageDecoder.frame($0) }
  }

  /// The frame of a message.
  public static func frame(_ message: String) -> [UInt8] { MessageDecoder.frame(message) }
}

/// Files in memory, without any of the machine.
private struct SessionFiles: ServerFiles {
  let texts: [String: [UInt8]]

  func kind(of path: String) -> PathKind {
    if texts[path] != nil { return .file }
    return texts.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .missing
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let text = texts[path] else { throw FileError(path, .noSuchFile) }
    return text
  }

  func list(_ path: String) throws(FileError) -> [String] {
    let inside = texts.keys.filter { $0.hasPrefix(path + "/") }
    return Set(inside.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) }).sorted()
  }

  func stamp(of path: String) -> FileStamp? { nil }
}
