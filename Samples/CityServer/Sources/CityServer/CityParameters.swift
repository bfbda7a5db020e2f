import Foundation

/// The parameters of `GET /cities`, each at most once, and no others: a misspelt one is not ignored.
struct CityParameters {
  private static let names = ["filter", "sort", "page", "limit"]
  private var values: [String: String] = [:]

  /// Reads the query of a URL in the form that browsers, `URLSearchParams` and `curl --data-urlencode` write, in which
  /// `+` is a space.
  init(_ query: String) throws(Problem) {
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = pair.map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = decoded[0], let value = decoded.count > 1 ? decoded[1] : "" else {
        throw Problem(400, "damaged-parameter", "'\(part.prefix(80))' is no UTF-8 in the encoding of URLs")
      }
      guard CityParameters.names.contains(name) else {
        let known = CityParameters.names.joined(separator: ", ")
        throw Problem(400, "unknown-parameter", "there is no parameter '\(name.prefix(80))'; there are \(known)")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem(400, "duplicate-parameter", "'\(name)' is given twice", parameter: name)
      }
    }
  }

  subscript(name: String) -> String? { values[name] }
}
