import Atlas
import CityServer
import Foundation
import Testing

@Suite struct HostileFilterTests {
  /// How many filters are sent, and the seed that makes them again.
  static let count = 10_000
  static let seed: UInt64 = 25

  @Test func `Ten thousand hostile filters get answers`() async throws {
    try await Loopback.serving(MemoryCities(try AtlasData.store())) { server in
      var writer = FilterWriter(seed: HostileFilterTests.seed)
      var statuses: [Int: Int] = [:]
      for _ in 0..<HostileFilterTests.count {
        let text = writer.hostileText()
        let answer = try await server.get("/cities", ["filter": text, "limit": "3"])
        statuses[answer.status, default: 0] += 1
        switch answer.status {
        case 200: #expect(try answer.decoded(as: CityPage.self).cities.count <= 3, "\(text)")
        case 400:
          let problem = try answer.decoded(as: Problem.self)
          #expect(
            problem.errors.allSatisfy { !$0.code.isEmpty && !$0.message.isEmpty } && !problem.errors.isEmpty, "\(text)")
          // No message names what the allowance hides, unless the text does.
          if !text.contains("code") { #expect(!answer.text.contains("'code'"), "\(text): \(answer.text)") }
          if !text.contains("cities") { #expect(!answer.text.contains("'cities'"), "\(text): \(answer.text)") }
        default: Issue.record("\(answer.status) for \(text): \(answer.text)")
        }
      }
      #expect(statuses[400, default: 0] > 5_000 && statuses[200, default: 0] > 500, "\(statuses)")
      #expect(try await server.get("/health").status == 200)
    }
  }

  /// Requests that are no texts of the language at all: bytes that are no UTF-8, halves of an escape, huge targets.
  @Test func `Broken and huge requests end, and the server goes on`() async throws {
    try await Loopback.serving(MemoryCities(try AtlasData.store())) { server in
      for query in [
        "filter=%FF%FE", "filter=%", "filter=%zz", "filter", "=", "&&&&", "filter=a=b=c", "?filter=%00",
        "filter=%C0%80",
      ] {
        let answer = try await server.get(raw: "/cities?\(query)").status
        #expect([200, 400].contains(answer), "\(query): \(answer)")
      }
      for length in [2_000, 20_000, 100_000, 2_000_000] {
        // A target that is longer than the server reads is refused, or the connection ends.
        let status = try? await server.get(raw: "/cities?filter=" + String(repeating: "(", count: length)).status
        #expect(status.map { [400, 414, 431].contains($0) } ?? true, "\(length): \(status ?? 0)")
        #expect(try await server.get("/health").status == 200)
      }
    }
  }
}
