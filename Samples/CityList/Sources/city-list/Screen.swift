#if !canImport(SwiftUI)
  import CitySearch
  import Observation

  /// What SwiftUI does for a view: it runs the model again for each input, and shows what changed.
  @MainActor final class Screen {
    private let search: CitySearch
    private var run: Task<Void, Never>?

    init(_ search: CitySearch) {
      self.search = search
    }

    deinit {
      run?.cancel()
    }

    /// Changes the input, and waits for the answer.
    func enter(_ change: (inout CitySearch.Input) -> Void) async {
      run?.cancel()
      change(&search.input)
      let search = search
      run = Task { await search.run() }
      await wait { !search.isSearching }
    }

    /// Waits until the list has a city of a name.
    func wait(for name: String) async {
      let search = search
      await wait { search.cities.contains { $0.name == name } }
    }

    private func wait(until condition: () -> Bool) async {
      while !condition() {
        await withCheckedContinuation { continuation in
          withObservationTracking {
            _ = condition()
          } onChange: {
            continuation.resume()
          }
        }
      }
    }

    func applyFirstFix() async {
      guard let fix = search.problem?.fixes.first else { return }
      await enter { $0.filter = fix.filter }
    }

    /// The names on the list.
    var list: String { search.cities.map(\.name).joined(separator: ", ") }

    func printProblem() {
      guard let problem = search.problem else { return }
      let before = problem.filter[..<problem.place.lowerBound].count
      let width = max(1, problem.filter[problem.place].count)
      print("  \(problem.filter)")
      print("  " + String(repeating: " ", count: before) + String(repeating: "^", count: width), problem.message)
      for fix in problem.fixes { print("  fix: \(fix.title)") }
    }
  }
#endif
