import CityServer
import Foundation
import Hummingbird
import Logging
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server on a free port of this machine, for the duration of a closure, and its client.
struct Loopback: Sendable {
  let port: Int
  private let session: URLSession

  /// An answer: the status and the body.
  struct Answer: Equatable, Sendable {
    var status: Int
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
      try JSONDecoder().decode(type, from: body)
    }
  }

  /// Starts a server, calls the closure, and stops the server.
  static func serving<Result: Sendable>(
    _ data: some CityData, _ body: @escaping @Sendable (Loopback) async throws -> Result
  ) async throws -> Result {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "tests")
    logger.logLevel = .critical
    let application = try cityApplication(data, address: .hostname("127.0.0.1", port: 0), logger: logger) { port in
      continuation.yield(port)
      continuation.finish()
    }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await application.runService(gracefulShutdownSignals: [])
        return nil
      }
      group.addTask {
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else { throw URLError(.cannotConnectToHost) }
        return try await body(Loopback(port: port))
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
  }

  private init(port: Int) {
    self.port = port
    let configuration = URLSessionConfiguration.ephemeral
    // Nothing takes nearly as long. A request that hangs fails.
    configuration.timeoutIntervalForRequest = 60
    session = URLSession(configuration: configuration)
  }

  /// Gets a path, with parameters that are encoded for a URL.
  func get(_ path: String, _ parameters: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    let query = parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return try await get(raw: path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
  }

  /// Gets a path with a query that is encoded already.
  func get(raw target: String) async throws -> Answer {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)\(target)"))
    let (body, response) = try await session.data(from: url)
    let http = try #require(response as? HTTPURLResponse)
    return Answer(status: http.statusCode, body: body)
  }

  /// Gets cities, which must be there.
  func cities(_ parameters: KeyValuePairs<String, String>) async throws -> CityPage {
    let answer = try await get("/cities", parameters)
    #expect(answer.status == 200, "\(parameters): \(answer.text)")
    return try answer.decoded()
  }
}
