public import CDQRuntime
public import Foundation

/// A calculator with a memory.
public struct Calculator: Sendable {
  /// Everything it remembers.
  public let store: Store
  /// Where that is kept; nil for one that forgets, as in tests.
  public let file: URL?

  /// A calculator that forgets.
  public init() {
    store = Store(schema: .tape)
    file = nil
  }

  /// A calculator that remembers what is in a file, which is made by the first `save`.
  ///
  /// - Throws: `SnapshotError` when the file is damaged or of another program.
  public init(file: URL) throws {
    let isThere = FileManager.default.fileExists(atPath: file.path)
    store = isThere ? try Store(contentsOf: file, schema: .tape) : Store(schema: .tape)
    self.file = file
  }

  /// Writes the file, if there is one.
  public func save() throws {
    if let file { try store.save(to: file) }
  }

  /// Calculates, and writes it on a tape, which is made when there is none of that name.
  @discardableResult
  public func calculate(_ text: String, on tape: String = "today") throws -> Calculation {
    let steps = try Arithmetic.steps(of: text)
    return try store.transaction { transaction in
      try transaction.save(Tape(name: tape))
      let number = (try Queries.newest(in: transaction)?.id ?? 0) + 1
      let calculation = Calculation(
        id: number, text: text, result: steps.last?.result, stepData: try Calculation.steps.data(of: steps), tape: tape)
      try transaction.insert(calculation)
      return calculation
    }
  }

  /// Moves a line to the top of its tape.
  public func pin(_ calculation: Calculation) throws {
    let tape = Tape(name: calculation.tape)
    try store.transaction { transaction in
      try transaction.move([calculation.objectKey], to: 0, in: "calculations", of: tape.objectKey)
    }
  }

  /// A tape as it is printed, in its own order.
  public func print(_ tape: String) throws -> [String] {
    let record = store.record(Tape(name: tape).objectKey)
    return try record?.references("calculations").map { try Calculator.line(Calculation(stored: $0)) } ?? []
  }

  private static func line(_ calculation: Calculation) throws -> String {
    let steps = try calculation.steps.map { step in
      step.operation == .start ? "\(step.number)" : "\(step.operation.rawValue) \(step.number)"
    }
    return steps.joined(separator: " ") + " = " + (calculation.result.map { "\($0)" } ?? "error")
  }
}
