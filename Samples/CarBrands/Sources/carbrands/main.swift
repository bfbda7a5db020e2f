import CDQRuntime
import Foundation
import Garage

let words = Array(CommandLine.arguments.dropFirst())
let garage = Garage()

if let file = words.first {
  // Whatever shape the file has, twice: the second time changes nothing.
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  for _ in 1...2 {
    try garage.store.decode(CarBrand.self, from: data)
    print(garage.summary)
  }
} else {
  print(try garage.tour().joined(separator: "\n"))
}
