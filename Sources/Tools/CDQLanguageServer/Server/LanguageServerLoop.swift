import CDQJSON
import Foundation

/// The connection of a server with a client's streams.
///
/// One thread reads and decodes messages, so that a cancellation overtakes the messages before it; the thread that
/// calls `run` handles them in their order. Findings are sent when no message waits.
package final class LanguageServerLoop: @unchecked Sendable {
  private enum Event {
    case message(JSONValue)
    case unreadable(String)
    case completion(@Sendable (LanguageServer) -> Void)
    case end
  }

  /// Gives the next bytes; nil at the end of the stream.
  private let read: () -> [UInt8]?
  private let write: ([UInt8]) -> Void
  private let makeServer: (@escaping (JSONValue) -> Void) -> LanguageServer
  /// Guards the members below.
  private let condition = NSCondition()
  private var events: [Event] = []
  private var cancelled: Set<JSONValue> = []
  /// A bound for identifiers of requests that were answered before their cancellation arrived.
  private static let mostCancelled = 10_000
  /// The seconds between two looks for changed files, if the client does not watch them.
  private static let interval = 1.0

  package init(
    _ environment: ServerEnvironment, read: @escaping () -> [UInt8]?, write: @escaping ([UInt8]) -> Void
  ) {
    self.read = read
    self.write = write
    makeServer = { send in LanguageServer(environment, send: send) }
  }

  /// Serves the client until it asks the server to exit or closes the stream.
  ///
  /// - Returns: the exit code: 0 after a shutdown, else 1.
  package func run() -> Int32 {
    let write = write
    let server = makeServer { message in write(MessageDecoder.frame(message.text)) }
    server.isCancelled = { [self] id in
      condition.lock()
      defer { condition.unlock() }
      return cancelled.contains(id)
    }
    server.inBackground = { [self] work in
      LanguageServerLoop.start { [self] in
        let completion = work()
        add(.completion(completion))
      }
    }
    LanguageServerLoop.start { [self] in readMessages() }
    while true {
      switch next() {
      case nil: server.poll()
      case .message(let message): handle(message, server)
      case .unreadable(let reason): server.refuseUnreadable(reason)
      case .completion(let completion): completion(server)
      case .end: return server.exitCode ?? 1
      }
      if let code = server.exitCode { return code }
      if isIdle { server.settle() }
    }
  }

  private func handle(_ message: JSONValue, _ server: LanguageServer) {
    if let id = message["id"], message["method"] != nil, take(id) { return server.refuseCancelled(id) }
    server.receive(message)
    if let id = message["id"] { _ = take(id) }
  }

  /// Removes a cancellation; whether there was one.
  private func take(_ id: JSONValue) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return cancelled.remove(id) != nil
  }

  private var isIdle: Bool {
    condition.lock()
    defer { condition.unlock() }
    return events.isEmpty
  }

  /// The next event; nil when none came for a while.
  private func next() -> Event? {
    condition.lock()
    defer { condition.unlock() }
    let limit = Date(timeIntervalSinceNow: LanguageServerLoop.interval)
    while events.isEmpty {
      if !condition.wait(until: limit) { return nil }
    }
    return events.removeFirst()
  }

  private func add(_ event: Event) {
    condition.lock()
    events.append(event)
    condition.signal()
    condition.unlock()
  }

  private func readMessages() {
    var decoder = MessageDecoder()
    while let bytes = read() {
      decoder.append(bytes)
      while let body = decoder.next() {
        do {
          accept(try JSONValue.parse(utf8: body))
        } catch {
          add(.unreadable(error.message))
        }
      }
    }
    add(.end)
  }

  private func accept(_ message: JSONValue) {
    guard message["method"]?.asString == "$/cancelRequest" else { return add(.message(message)) }
    guard let id = message[path: "params", "id"] else { return }
    condition.lock()
    if cancelled.count >= LanguageServerLoop.mostCancelled { cancelled = [] }
    cancelled.insert(id)
    condition.unlock()
  }

  /// Starts a thread with a stack that fits every text that the parser accepts.
  private static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 8 << 20
    thread.start()
  }
}
