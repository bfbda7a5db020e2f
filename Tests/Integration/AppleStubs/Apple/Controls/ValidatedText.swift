// compiles: macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2
// error: is only available in
let text = String(validating: [1] as [UInt8], as: UTF8.self)
