import Device
import Foundation
import SwiftData
import Testing

/// The half of the kit that needs no device: each probe and each generated query, on objects in memory.
@Suite struct DeviceTests {
  @Test(arguments: Probe.all().indices)
  func `A probe finds in memory what the query means`(number: Int) throws {
    let probe = Probe.all()[number]
    #expect(try probe.holds(in: Report.context()), "\(probe.name)")
  }

  @Test func `A line has the five cells of the list`() {
    for probe in Probe.all() {
      let line = Report.line(probe, .runs)
      #expect(line.split(separator: "|").count == 5 && !line.contains("\n"), "\(line)")
    }
  }
}
