import Foundation

/// The time zones in the zone files of the system. Foundation would read them from ICU, which `cdqc` would have to link
/// for this alone.
enum SystemTimeZones {
  private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/share/lib/zoneinfo"]

  /// The folder of the zone files; nil when the system has none.
  private static let folder = folders.first { access($0 + "/Europe/London", R_OK) == 0 }

  /// Whether there is a time zone of this name; nil when the system has no zone files to tell.
  static func contains(_ name: String) -> Bool? {
    if name == "UTC" { return true }
    guard isPlain(name) else { return false }
    return folder.map { access("\($0)/\(name)", R_OK) == 0 && isZone(name) }
  }

  /// The time zone that was probably meant by a name in another case, with spaces, or without its continent; nil when
  /// none is found.
  static func nearest(to name: String) -> String? {
    let parts = name.split(separator: "/").map { part in
      part.split(whereSeparator: { $0 == " " || $0 == "_" }).map { word in
        word.prefix(1).uppercased() + word.dropFirst().lowercased()
      }.joined(separator: "_")
    }
    let place = parts.joined(separator: "/")
    let continents = ["", "Europe/", "America/", "Asia/", "Africa/", "Australia/", "Pacific/", "Atlantic/", "Indian/"]
    return ([place.uppercased(), place] + continents.map { $0 + (parts.last ?? "") }).first { contains($0) == true }
  }

  /// Whether a name starts with a capital letter and consists of characters of zone names, so that it is no path out of
  /// the folder.
  private static func isPlain(_ name: String) -> Bool {
    guard name.utf8.count <= 64, name.first?.isUppercase == true else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
  }

  /// Whether a name in the folder is a file, not a folder such as `Europe`.
  private static func isZone(_ name: String) -> Bool {
    guard let folder else { return false }
    return access("\(folder)/\(name)/.", F_OK) != 0
  }
}
