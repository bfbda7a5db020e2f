import Foundation
import Testing

@testable import CDQCoreData

/// Property lists in XML, as old stores have them, are the same values as binary ones.
@Suite struct PropertyListTests {
  @Test(arguments: [
    ("<true/>", .bool(true)), ("<false/>", .bool(false)), ("<integer>1</integer>", .int(1)), ("<integer>0</integer>", .int(0)),
    ("<integer>-7</integer>", .int(-7)), ("<integer>9223372036854775807</integer>", .int(.max)), ("<real>2</real>", .real(2)),
    ("<real>1</real>", .real(1)), ("<real>0.5</real>", .real(0.5)), ("<string>1</string>", .string("1")),
    ("<string/>", .string("")),
    ("<data>AAEC</data>", .data(Data([0, 1, 2]))),
    ("<date>2001-01-01T00:00:01Z</date>", .date(Date(timeIntervalSinceReferenceDate: 1))),
    ("<array><true/><integer>1</integer><real>1</real></array>", .list([.bool(true), .int(1), .real(1)])),
    ("<array/>", .list([])),
    ("<dict><key>b</key><false/><key>a</key><integer>2</integer></dict>",
      .dictionary([.init(key: "a", value: .int(2)), .init(key: "b", value: .bool(false))])),
  ] as [(String, PlainValue)])
  func `XML and binary give one value`(xml: String, value: PlainValue) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(xml)</plist>"
    #expect(PlainValue(xml: Array(text.utf8)) == value)
    let object = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let binary = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    #expect(BinaryPropertyList(Array(binary)).flatMap { PlainValue($0) } == value)
  }
}
