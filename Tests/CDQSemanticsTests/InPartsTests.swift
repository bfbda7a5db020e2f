import CDQSemantics
import Testing

@Suite struct InPartsTests {
  @Test(arguments: [0, 1, 31, 64, 65, 1000])
  func `Every item is in one part, and the parts are in order`(count: Int) {
    let parts = inParts(of: count) { Array($0) }
    #expect(parts.joined().elementsEqual(0..<count))
  }
}
