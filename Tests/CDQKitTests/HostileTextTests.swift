import CDQKit
import Dispatch
import Foundation
import Testing

/// Hostile texts end in a diagnostic or a result, on the stack of a secondary thread and also in debug builds.
@Suite struct HostileTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The code of the first diagnostic; nil for a valid text.
    var code: String?
    var open = ""
    var count: Int
    var middle = ""
    var close = ""
    var testDescription: String { name }

    var text: String {
      String(repeating: open, count: count) + middle + String(repeating: close, count: close.isEmpty ? 0 : count)
    }
  }

  static let cases: [Case] = [
    Case(name: "parentheses", code: "nesting-limit", open: "(", count: 100_000, middle: "a == 1", close: ")"),
    Case(name: "open parentheses", code: "nesting-limit", open: "(", count: 100_000),
    Case(name: "closing parentheses", code: "unexpected-token", open: ")", count: 100_000),
    Case(name: "NOT", code: "nesting-limit", open: "NOT ", count: 50_000, middle: "a == 1"),
    Case(name: "OR, too many", code: "too-many-tokens", open: "a == 1 OR ", count: 1_000_000, middle: "a == 1"),
    Case(name: "OR, many", code: "too-many-nodes", open: "a == 1 OR ", count: 200_000, middle: "a == 1"),
    Case(name: "OR", open: "a == 1 OR ", count: 20_000, middle: "a == 1"),
    Case(name: "a+a, too many", code: "too-many-tokens", open: "a+", count: 1_000_000, middle: "a == 1"),
    Case(name: "a+a", open: "a+", count: 20_000, middle: "a == 1"),
    Case(name: "SELF.a.a, too many", code: "too-many-tokens", open: "SELF.", count: 1_000_000, middle: "a == 1"),
    Case(name: "SELF.a.a", code: "nesting-limit", open: "a.", count: 400_000, middle: "a == 1"),
    Case(name: "a list, too long", code: "too-many-tokens", open: "1,", count: 1_000_000, middle: "1} == a"),
    Case(name: "a long string", open: "'\(long)' == ", count: 1, middle: "name"),
    Case(name: "strings", code: "adjacent-strings", open: "'é' ", count: 1 << 17),
    Case(name: "escapes", open: "'\(escapes)' == ", count: 1, middle: "name"),
    Case(name: "64 MB", code: "text-too-long", open: "a == 1 OR ", count: 6_710_886, middle: "a == 1"),
    Case(name: "a name", code: "unknown-property", open: "x", count: 1 << 20, middle: " == 1"),
    Case(name: "a number", code: "malformed-number", open: "9", count: 1 << 20, middle: " == a"),
    Case(name: "a pattern", code: "regex-too-long", open: "name MATCHES '\(long)'", count: 1),
    Case(name: "comments", code: "unterminated-comment", open: "/*", count: 500_000),
    Case(name: "lines", code: "unexpected-character", open: "\n\u{1}", count: 100_000),
  ]

  static let long = String(repeating: "x", count: 1 << 20)
  static let escapes = String(repeating: "\\u00e9", count: 1 << 17)

  @Test(arguments: cases) func endsOnASmallStack(_ item: Case) throws {
    let schema = try Schema(parsing: "entity E { a: Int64  name: String }")
    let outcome = onSmallStack { () -> String in
      do {
        let predicate = try CheckedPredicate(parsing: item.text, for: "E", in: schema)
        let store = Store(schema: schema)
        let count = try CheckedQuery(parsing: "count E", in: schema)
        _ = try count.run(in: store)
        _ = try store.run(predicate.ir)
        return "right"
      } catch let error as QueryError {
        return error.report.rendered().isEmpty ? "no report" : error.diagnostics[0].code.rawValue
      } catch {
        return "\(error)"
      }
    }
    #expect(outcome == item.code ?? "right")
  }

  /// The readers refuse deeply nested values before any code recurses over them.
  @Test func deepJSONIsRefused() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let schema = try Schema(parsing: "entity E { a: Int64  t: Transformable }")
    let outcome = onSmallStack { () -> String in
      do throws(JSONError) {
        _ = try JSONValue(parsing: deep)
        return "parsed"
      } catch {
        let text = "{\"E\": [{\"a\": 1, \"t\": \(deep)}]}"
        let loaded = try? StoreLoader(schema: schema).load([LoadInput(name: "E.json", bytes: Data(text.utf8))])
        return loaded == nil ? error.code.rawValue : "loaded"
      }
    }
    #expect(outcome == "nesting-too-deep")
  }

  private func onSmallStack(_ work: @escaping @Sendable () -> String) -> String {
    let box = Box()
    let thread = Thread {
      box.text = work()
      box.done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    box.done.wait()
    return box.text
  }

  /// Passes an answer out of a thread; the semaphore orders the accesses.
  private final class Box: @unchecked Sendable {
    var text = ""
    let done = DispatchSemaphore(value: 0)
  }
}
