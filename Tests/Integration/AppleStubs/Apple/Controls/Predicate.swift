// compiles: macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1
// error: is only available in
import Foundation

let predicate = #Predicate<Int> { $0 > 1 }
