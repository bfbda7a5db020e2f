// compiles: macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1
// error: is only available in
func matches(_ pattern: Regex<Substring>) -> Bool { "a".contains(pattern) }
