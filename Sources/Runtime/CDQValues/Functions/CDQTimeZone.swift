import Foundation
import CDQIR

/// A time zone of the IANA database, for the calendar functions.
///
/// ```swift
/// let oslo = try CDQTimeZone("Europe/Oslo")
/// CDQCalendar.hour(date, in: oslo)
/// ```
public struct CDQTimeZone: Hashable, Sendable {
  /// Coordinated Universal Time, which the calendar functions use by default.
  public static let utc = CDQTimeZone(zone: nil)

  /// Nil for UTC, which needs no lookup.
  private let zone: TimeZone?

  private init(zone: TimeZone?) {
    self.zone = zone
  }

  /// The zone with an IANA name such as `Europe/Oslo` or `UTC`.
  ///
  /// - Throws: `ExecutionError.unknownTimeZone` when the system has no zone of this name.
  public init(_ name: String) throws(ExecutionError) {
    if name == "UTC" {
      self = .utc
      return
    }
    guard CDQTimeZone.isInDatabase(name), let zone = TimeZone(identifier: name) else { throw .unknownTimeZone(name) }
    self.init(zone: zone)
  }

  /// Whether a name that Foundation knows is one of the database too. Foundation also makes zones of offsets ("GMT+2",
  /// "UTC+2") and of abbreviations ("PST"), of which the database has only a few.
  private static func isInDatabase(_ name: String) -> Bool {
    if name.utf8.contains(UInt8(ascii: "/")) { return true }
    if name.hasPrefix("GMT") || name.hasPrefix("UTC") { return ["GMT", "GMT0", "GMT+0", "GMT-0"].contains(name) }
    return TimeZone.abbreviationDictionary[name] == nil || ["CET", "EET", "EST", "HST", "MST", "WET"].contains(name)
  }

  /// The zone of a name; nil of nil.
  ///
  /// - Throws: `ExecutionError.unknownTimeZone` when the system has no zone of this name.
  public static func named(_ name: String?) throws(ExecutionError) -> CDQTimeZone? {
    guard let name else { return nil }
    return try CDQTimeZone(name)
  }

  /// The local time of a date in the zone, as seconds since 1970, rounded down.
  func localSeconds(_ date: Date) -> Int64 {
    let seconds = CDQCalendar.seconds(date)
    guard let zone else { return seconds }
    return seconds + Int64(zone.secondsFromGMT(for: date))
  }

  /// The earliest instant whose local time is not before the given one. Both are seconds since 1970.
  func firstInstant(ofLocal local: Int64) -> Int64 {
    guard let zone else { return local }
    // No zone differs from UTC by so much.
    let (earliest, latest) = (local - 26 * 3600, local + 26 * 3600)
    var offset = CDQTimeZone.offset(of: zone, at: earliest)
    let usual = local - offset
    if CDQTimeZone.offset(of: zone, at: latest) == offset, CDQTimeZone.offset(of: zone, at: usual) == offset { return usual }
    // The clocks change on these days, forward or back.
    var instant = earliest
    while instant < latest {
      let next = instant + 3600
      let end =
        CDQTimeZone.offset(of: zone, at: next) == offset ? next : CDQTimeZone.change(of: zone, after: instant, until: next)
      let start = max(instant, local - offset)
      if start < end { return start }
      instant = end
      offset = CDQTimeZone.offset(of: zone, at: end)
    }
    return latest
  }

  /// The first instant with another offset than `start`, of which `end` is one.
  private static func change(of zone: TimeZone, after start: Int64, until end: Int64) -> Int64 {
    let offset = offset(of: zone, at: start)
    var (start, end) = (start, end)
    while end - start > 1 {
      let middle = start + (end - start) / 2
      if self.offset(of: zone, at: middle) == offset { start = middle } else { end = middle }
    }
    return end
  }

  /// The difference between local time and UTC at an instant, in seconds.
  private static func offset(of zone: TimeZone, at instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}
