import Foundation
import CDQIR

/// A time zone of the IANA database, for the calendar functions.
///
/// ```swift
/// let oslo = try CDQTimeZone("Europe/Oslo")
/// CDQCalendar.hour(date, in: oslo)
/// ```
public struct CDQTimeZone: Hashable, Sendable {
  /// Coordinated Universal Time.
  public static let utc = CDQTimeZone(zone: nil)

  /// nil for UTC, whose dates take no lookup.
  private let zone: TimeZone?

  private init(zone: TimeZone?) {
    self.zone = zone
  }

  /// The zone of a name such as `Europe/Oslo` or `UTC`.
  ///
  /// - Throws: `ExecutionError.unknownTimeZone` when the system has no zone of this name.
  public init(_ name: String) throws(ExecutionError) {
    if name == "UTC" {
      self = .utc
      return
    }
    // Foundation makes zones of "GMT+2" too, which the database does not have.
    let isOffset = name.hasPrefix("GMT") && name.count > 3
    guard !isOffset || name == "GMT0", let zone = TimeZone(identifier: name) else {
      throw .unknownTimeZone(name)
    }
    self.init(zone: zone)
  }

  /// The zone of a name; nil of nil.
  ///
  /// - Throws: `ExecutionError.unknownTimeZone` when the system has no zone of this name.
  public static func named(_ name: String?) throws(ExecutionError) -> CDQTimeZone? {
    guard let name else { return nil }
    return try CDQTimeZone(name)
  }

  /// Seconds since 1970 that a clock in the zone shows, rounded down.
  func localSeconds(_ date: Date) -> Int64 {
    let seconds = CDQCalendar.seconds(date)
    guard let zone else { return seconds }
    return seconds + Int64(zone.secondsFromGMT(for: date))
  }

  /// Seconds since 1970 that a clock in the zone shows at an instant, which is also in seconds since 1970.
  func localSeconds(at instant: Int64) -> Int64 {
    guard let zone else { return instant }
    return instant + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}
