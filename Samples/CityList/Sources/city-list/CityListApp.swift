import Atlas
import CDQKit
import CityList
import CitySearch

#if canImport(SwiftUI)
  import SwiftUI

  @main struct CityListApp: App {
    private let search = Result { try CitySearch(AtlasData.store()) }

    var body: some Scene {
      WindowGroup {
        switch search {
        case .success(let search): CityList(search)
        case .failure(let error): Text("\(error)")
        }
      }
    }
  }
#else
  /// Where there is no SwiftUI, the program prints what the list shows while somebody types.
  @main @MainActor struct CityListDemo {
    static func main() async throws {
      let store = try AtlasData.store()
      let screen = try Screen(CitySearch(store, limit: 6, debounce: .zero))

      await screen.enter { $0.text = "san" }
      print("typed 'san':", screen.list)
      try City(id: 900, name: "Sandvika", population: 20_000).insert(in: store)
      await screen.wait(for: "Sandvika")
      print("another part of the app added Sandvika:", screen.list)
      await screen.enter { $0.filter = "populaton > 200000" }
      screen.printProblem()
      await screen.applyFirstFix()
      print("corrected:", screen.list)
      await screen.enter {
        ($0.text, $0.filter) = ("", "country.continent == .africa AND NOT isCapital")
        $0.order = .largest
      }
      print("the largest:", screen.list)
    }
  }
#endif
