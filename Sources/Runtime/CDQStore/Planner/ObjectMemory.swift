/// What a run has computed of stored objects, such as whether a condition holds, for the rows that meet them again.
final class ObjectMemory<Answer> {
  private var answers: [Int64: Answer] = [:]
  private var snapshot: ObjectIdentifier?
  private let execution: Execution
  private var run = 0
  /// The outer row that an answer depends on, with the number of its last change; nil if it depends on none.
  private let outer: RowSlot?
  private var change = 0
  private let most: Int

  /// - Parameter most: The greatest number of answers; the next one makes it forget them.
  init(_ execution: Execution, outer: RowSlot? = nil, most: Int) {
    self.execution = execution
    self.outer = outer
    self.most = most
  }

  /// The answer for an object, which is made for the first row that asks.
  func answer(_ place: RecordPlace, _ make: () -> Answer) -> Answer {
    if snapshot != place.snapshot || run != execution.runs || change != outer?.changes ?? 0 {
      answers.removeAll(keepingCapacity: true)
      (snapshot, run, change) = (place.snapshot, execution.runs, outer?.changes ?? 0)
    }
    if let answer = answers[place.number] { return answer }
    let answer = make()
    if answers.count >= most { answers.removeAll(keepingCapacity: true) }
    answers[place.number] = answer
    return answer
  }
}
