#if canImport(SwiftUI)
  import CitySearch
  import SwiftUI

  /// The field for a filter. Below it is what is wrong, with the place marked, and buttons that correct it.
  struct FilterField: View {
    @Bindable var search: CitySearch

    var body: some View {
      VStack(alignment: .leading, spacing: 4) {
        TextField("Filter, such as population > 1000000", text: $search.input.filter)
          .font(.body.monospaced())
          .autocorrectionDisabled()
          .textFieldStyle(.roundedBorder)
        if let problem = search.problem {
          Text(marked(problem)).font(.caption.monospaced())
          Text(problem.message).font(.caption).foregroundStyle(.red)
          if let hint = problem.hint { Text(hint).font(.caption).foregroundStyle(.secondary) }
          ForEach(problem.fixes, id: \.self) { fix in
            Button(fix.title) { search.apply(fix) }.font(.caption)
          }
        }
      }
      .padding([.horizontal, .bottom])
      .background(.bar)
    }

    /// The filter that was checked, with the place underlined.
    private func marked(_ problem: FilterProblem) -> AttributedString {
      let filter = problem.filter
      var mistake = AttributedString(filter[problem.place].isEmpty ? "␣" : filter[problem.place])
      mistake.swiftUI.underlineStyle = Text.LineStyle(pattern: .solid)
      mistake.swiftUI.foregroundColor = .red
      return AttributedString(filter[..<problem.place.lowerBound]) + mistake
        + AttributedString(filter[problem.place.upperBound...])
    }
  }
#endif
