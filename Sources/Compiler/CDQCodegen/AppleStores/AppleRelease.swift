/// A release of Apple's systems by its number as iOS: macOS 14 and visionOS 1 are iOS 17.
package struct AppleRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var major: Int
  package var minor: Int

  package init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// The first release that has SwiftData, which is the deployment target unless the settings name a later one.
  package static let first = AppleRelease(17)
  /// The yearly releases of which there are reports. Apple has left out the numbers between 18 and 26.
  package static let years = [17, 18, 26, 27]

  /// What a system's number before 26 lacks of iOS's of the same year. Since then all systems have one number.
  private static let lag = [
    "iOS": 0, "iPadOS": 0, "tvOS": 0, "macCatalyst": 0, "macOS": 3, "watchOS": 7, "visionOS": 16,
  ]

  /// What a deployment target looks like, for a message.
  package static let help = "write a system and its version, such as 'iOS 17' or 'macOS 14.2'"

  /// Reads the name and the version of a system, such as `iOS 17` or `macOS 14.2`; nil for any other text.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let lag = AppleRelease.lag[String(words[0])], let version = AppleRelease(number: words[1])
    else { return nil }
    self.init(version.major < 26 ? version.major + lag : version.major, version.minor)
  }

  /// Reads a version, such as `17` or `26.5`; nil for any other text.
  init?(number: Substring) {
    var parts: [Int] = []
    for part in number.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.count < 4, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else {
        return nil
      }
      parts.append(number)
    }
    guard parts.count < 4, parts[0] > 0, number.utf8.first != 0x30 else { return nil }
    self.init(parts[0], parts.count > 1 ? parts[1] : 0)
  }

  package var description: String { minor == 0 ? "iOS \(major)" : "iOS \(major).\(minor)" }

  package static func < (left: AppleRelease, right: AppleRelease) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
