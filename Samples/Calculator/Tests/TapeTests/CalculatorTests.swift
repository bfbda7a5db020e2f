import CDQRuntime
import Foundation
import Tape
import Testing

/// Every test has a calculator of its own, which knows of no file.
@Suite struct CalculatorTests {
  static let lines: [(String, String)] = [
    ("12 + 3 * 4", "12 + 3 * 4 = 60"), ("0.1 + 0.2", "0.1 + 0.2 = 0.3"), ("1 / 0 + 1", "1 / 0 + 1 = error"),
    ("7", "7 = 7"),
  ]

  @Test(arguments: lines)
  func `A line is calculated and printed`(_ text: String, _ printed: String) throws {
    let calculator = Calculator()
    try calculator.calculate(text)
    #expect(try calculator.print("today") == [printed])
  }

  @Test(arguments: ["", "a", "1 +", "1 1", "1 = 2", "+ 1"])
  func `What is not arithmetic leaves nothing behind`(_ text: String) throws {
    let calculator = Calculator()
    #expect(throws: (any Error).self) { try calculator.calculate(text) }
    #expect(calculator.store.snapshot.number == 0)
  }

  @Test func `Steps come back as they were`() throws {
    let calculator = Calculator()
    let calculation = try calculator.calculate("1 / 0 + 5")
    let steps = try #require(try Calculation.find(id: calculation.id, in: calculator.store)).steps
    #expect(
      steps == [
        Step(operation: .start, number: 1, result: 1), Step(operation: .over, number: 0, result: nil),
        Step(operation: .plus, number: 5, result: nil),
      ])
    #expect(try Queries.failed(in: calculator.store) == [calculation])
    #expect(throws: DecodingError.self) {
      try Calculation(id: 9, text: "", stepData: Data("{}".utf8), tape: "today").steps
    }
  }

  @Test func `Tapes keep their order, and go with all that is on them`() throws {
    let calculator = Calculator()
    let lines = try (1...4).map { try calculator.calculate("\($0)", on: $0 == 3 ? "other" : "today") }
    try calculator.pin(lines[3])
    #expect(try calculator.print("today") == ["4 = 4", "1 = 1", "2 = 2"])
    #expect(try Queries.onTape(in: calculator.store, name: "today").map(\.id) == [1, 2, 4])
    #expect(try Queries.tapes(in: calculator.store, atLeast: 4).map(\.name) == ["today"])
    try Tape.find(name: "today", in: calculator.store)?.delete(in: calculator.store)
    #expect(try Calculation.all(in: calculator.store) == [lines[2]])
  }

  @Test func `Any entity is accessed alike`() throws {
    let calculator = Calculator()
    let lines = try (1...7).map { try calculator.calculate("\($0) * \($0)", on: "tape \($0 % 2)") }
    let calculations = DataAccess<Calculation>(calculator.store)
    #expect(try calculations.all() == lines)
    #expect(try calculations.page(1, of: 3, by: .result.descending).map(\.id) == [4, 3, 2])
    try calculations.delete([lines[0], lines[6]])
    #expect(calculations.count == 5)
    #expect(throws: StoreError.self) { try calculations.delete([lines[1], lines[0]]) }
    #expect(calculations.count == 5)
    try DataAccess<Tape>(calculator.store).deleteAll()
    #expect(calculations.count == 0)
  }

  @Test func `A file keeps the tapes, and tests never see it`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("calculator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("tapes")
    let first = try Calculator(file: file)
    try first.calculate("1 + 1")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try first.save()
    let second = try Calculator(file: file)
    #expect(try second.print("today") == ["1 + 1 = 2"])
    #expect(try second.calculate("2 + 2").id == 2)
    let forgetful = Calculator()
    try forgetful.calculate("3")
    try forgetful.save()
    #expect(try Calculator(file: file).print("today") == ["1 + 1 = 2"])
    try Data("something else".utf8).write(to: file)
    #expect(throws: (any Error).self) { try Calculator(file: file) }
  }
}
