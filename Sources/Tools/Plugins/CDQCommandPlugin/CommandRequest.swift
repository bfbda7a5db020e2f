import PackagePlugin

/// The arguments of `swift package cdq`.
struct CommandRequest {
  enum Verb: String, CaseIterable {
    case generate, check, fmt
  }

  var verb = Verb.check
  /// Names of targets; empty for all targets.
  var targets: [String] = []
  /// The folder of the generated files; nil for `Generated` in the folder of the target.
  var output: String?
  /// Whether nothing is written, and a file that would change is an error.
  var isDry = false
  var wantsHelp = false

  static let usage = """
    usage: swift package \(Distribution.verb) generate [--target NAME]… [--output DIR] [--check]
           swift package \(Distribution.verb) check    [--target NAME]…
           swift package \(Distribution.verb) fmt      [--target NAME]… [--check]

    generate  writes the Swift of .cdq files and models to 'Generated' in the target's folder, to be checked in
    check     reports what is wrong with them
    fmt       lays .cdq files out
    --target  only this target; may be repeated
    --output  the folder for the Swift of one target
    --check   write nothing, and fail if anything would change

    generate and fmt write to the package: add --allow-writing-to-package-directory before '\(Distribution.verb)'.
    """

  init(_ arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    wantsHelp = extractor.extractFlag(named: "help") > 0 || arguments.first == "help"
    if wantsHelp { return }
    isDry = extractor.extractFlag(named: "check") > 0
    targets = extractor.extractOption(named: "target")
    let outputs = extractor.extractOption(named: "output")
    output = outputs.last
    var rest = extractor.remainingArguments
    let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
    guard !rest.isEmpty else { throw CDQBuild.Problem(description: "a command is missing: \(verbs)") }
    let word = rest.removeFirst()
    guard let verb = Verb(rawValue: word) else {
      throw CDQBuild.Problem(description: "unknown command '\(word)'; there are \(verbs)")
    }
    self.verb = verb
    if let word = rest.first {
      throw CDQBuild.Problem(
        description: "'\(word)' is no option of 'swift package \(Distribution.verb) \(verb.rawValue)'; "
          + "'swift package \(Distribution.verb) --help' lists them")
    }
    if outputs.count > 1 || (output != nil && (verb != .generate || targets.count != 1)) {
      throw CDQBuild.Problem(description: "--output is for 'generate' with one --target")
    }
    if isDry, verb == .check { throw CDQBuild.Problem(description: "'check' writes nothing anyway; leave --check out") }
  }
}
