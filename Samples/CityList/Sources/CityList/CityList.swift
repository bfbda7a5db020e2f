#if canImport(SwiftUI)
  public import Atlas
  public import CitySearch
  public import SwiftUI

  /// A list of cities with a search field and a filter. It follows the store, from wherever that is changed.
  public struct CityList: View {
    @State private var search: CitySearch
    @State private var refusal: String?

    public init(_ search: CitySearch) {
      _search = State(initialValue: search)
    }

    public var body: some View {
      NavigationStack {
        List {
          ForEach(search.cities, id: \.id) { city in
            CityLine(city: city)
          }
          .onDelete { places in
            for city in places.map({ search.cities[$0] }) { delete(city) }
          }
        }
        .overlay { emptiness }
        .safeAreaInset(edge: .top) { FilterField(search: search) }
        .navigationTitle("Cities")
        .searchable(text: $search.input.text, prompt: "City or country")
        .toolbar {
          Picker("Order", selection: $search.input.order) {
            Text("A to Z").tag(CitySearch.Order.name)
            Text("Largest first").tag(CitySearch.Order.largest)
          }
        }
      }
      // SwiftUI cancels the run of an input when there is another one, or when the list disappears.
      .task(id: search.input) { await search.run() }
      .alert(
        "The city stays",
        isPresented: Binding {
          refusal != nil
        } set: {
          if !$0 { refusal = nil }
        }
      ) {
      } message: {
        Text(refusal ?? "")
      }
    }

    @ViewBuilder private var emptiness: some View {
      if let failure = search.failure {
        ContentUnavailableView("No answer", systemImage: "exclamationmark.triangle", description: Text(failure))
      } else if search.cities.isEmpty, search.problem == nil, !search.isSearching {
        ContentUnavailableView.search
      }
    }

    private func delete(_ city: City) {
      do {
        try search.delete(city)
      } catch {
        refusal = "\(error)"
      }
    }
  }

  private struct CityLine: View {
    let city: City

    var body: some View {
      HStack {
        Text(city.name)
        if city.isCapital { Image(systemName: "star.fill").accessibilityLabel("capital") }
        Spacer()
        if let population = city.population { Text(population, format: .number).foregroundStyle(.secondary) }
      }
    }
  }
#endif
