import CDQRuntime
@testable import CDQTerminal
import Testing

@testable import CDQTool

@Suite struct ProgressBarTests {
  private static func console(columns: Int?, terminal: String = "xterm") -> (Console, TextOutput) {
    let errors = TextOutput(columns: columns)
    let console = Console(
      output: TextOutput(columns: columns), errors: errors, input: BytesInput([]), environment: ["TERM": terminal],
      workingDirectory: "/nowhere")
    return (console, errors)
  }

  @Test func showsHowFarALoadIsAndTakesTheLineAway() throws {
    let (console, errors) = Self.console(columns: 80)
    let bar = try #require(ProgressBar(console, patience: .zero))
    bar.show(LoadProgress(bytes: 1_500_000, totalBytes: 3_000_000, records: 128))
    bar.clear()
    bar.clear()
    #expect(
      errors.text == "\rloading [############------------] 50 % of 3 MB, 128 records\u{1B}[K\r\u{1B}[K")
  }

  @Test func keepsQuietAboutShortLoadsAndWhereNobodyLooks() throws {
    let (console, errors) = Self.console(columns: 80)
    let bar = try #require(ProgressBar(console, patience: .seconds(3600)))
    bar.show(LoadProgress(bytes: 1, totalBytes: 2, records: 128))
    bar.clear()
    #expect(errors.text.isEmpty)
    #expect(ProgressBar(Self.console(columns: nil).0) == nil)
    #expect(ProgressBar(Self.console(columns: 80, terminal: "dumb").0) == nil)
  }
}
