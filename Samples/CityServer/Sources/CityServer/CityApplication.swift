import CDQKit
import Foundation
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore

/// Makes the server of the cities: `GET /cities`, `GET /cities/:id` and `GET /health`.
///
/// - Parameters:
///   - data: where the cities are.
///   - address: where it listens.
///   - onPort: called once with its port, when it accepts connections.
/// - Throws: `QueryError` when the schema does not have what the server's own texts name.
public func cityApplication(
  _ data: some CityData, address: BindAddress, logger: Logger = Logger(label: "city-server"),
  onPort: @escaping @Sendable (Int) -> Void = { _ in }
) throws -> some ApplicationProtocol {
  let queries = try CityQueries()
  let router = Router()
  router.addMiddleware {
    LogRequestsMiddleware(.debug)
    ProblemMiddleware()
  }
  router.get("cities") { request, _ in
    let parameters = try CityParameters(request.uri.query ?? "")
    let query = try queries.page(
      filter: parameters["filter"], sort: parameters["sort"], page: parameters["page"], limit: parameters["limit"])
    let page = try query.page(of: try await data.rows(of: query.ir, [:], queries.limits))
    let cities = try page.items.map { try $0.decoded(as: CityRow.self) }
    return try Response.json(CityPage(cities: cities, next: page.next?.text(CityQueries.seal)))
  }
  router.get("cities/:id") { _, context in
    guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else {
      throw Problem(400, "value-out-of-range", "the id of a city is an integer")
    }
    let query = try queries.city()
    let page = try query.page(of: try await data.rows(of: query.ir, ["id": .int(id)], queries.limits))
    guard let city = page.items.first else { throw Problem(404, "not-found", "there is no city \(id)") }
    return try Response.json(city.decoded(as: CityRow.self))
  }
  router.get("health") { _, _ in
    let query = try queries.city()
    _ = try await data.rows(of: query.ir, ["id": 1], queries.limits)
    return try Response.json(["status": "ok"])
  }
  let connections = HTTP1Channel.Configuration(
    idleTimeout: .seconds(60), httpDecoderConfiguration: .init(maxHeaderFieldSize: 16_384, maxHeaderListSize: 65_536))
  return Application(
    router: router, server: .http1(configuration: connections),
    configuration: ApplicationConfiguration(address: address, serverName: "city-server"),
    onServerRunning: { channel in channel.localAddress?.port.map(onPort) }, logger: logger)
}

/// Turns every error into a problem as JSON. What the server is to blame for is logged and not shown.
private struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      var problem = Problem(500, "internal-error", "something went wrong in the server")
      if let error = error as? Problem {
        problem = error
      } else if let error = error as? HTTPError {
        let code = error.status == .notFound ? "not-found" : "http-error"
        problem = Problem(error.status.code, code, error.body ?? error.status.reasonPhrase.lowercased())
      } else if let found = Problem(running: error) {
        problem = found
      }
      if problem.status >= 500 {
        context.logger.error("\(error)", metadata: ["path": "\(request.uri.path)", "status": "\(problem.status)"])
      }
      return try Response.json(problem, status: HTTPResponse.Status(code: problem.status))
    }
  }
}

extension Response {
  fileprivate static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = ByteBuffer(bytes: try encoder.encode(value))
    return Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"], body: ResponseBody(byteBuffer: body))
  }
}
