import CDQJSON
import CDQSyntax

/// Converts the values of a `cdq.json` to settings, and reports every error in them as a diagnostic.
struct ConfigChecker {
  let source: SourceText
  var diagnostics: [Diagnostic] = []

  init(source: SourceText) {
    self.source = source
  }

  mutating func read(into config: inout GenerateConfig) {
    let root: ConfigValue
    do throws(ConfigSyntaxError) {
      root = try ConfigValue(source)
    } catch {
      return report(error.message, error.span, help: "the file is JSON, and can hold '//' comments")
    }
    guard let members = root.members else {
      return report(
        "the file is \(root.kindName) and not an object", root.span,
        help: "write the settings as {\"backend\": \"memory\"}")
    }
    reportRepeated(members)
    for member in members { read(member, into: &config) }
    if config.mapping != nil, config.writes, let writes = members.first(where: { $0.key == GenerateConfig.Key.writes.rawValue }) {
      report(
        "only tables of cdq's own layout can be changed, and 'mapping' names others", writes.keySpan,
        help: "leave one of them out")
    }
  }

  private mutating func read(_ member: ConfigValue.Member, into config: inout GenerateConfig) {
    switch GenerateConfig.Key(rawValue: member.key) {
    case .schema: _ = text(member)
    case .backend: config.backend = choice(member, BackEndName.self)
    case .accessLevel: config.access = choice(member, AccessLevel.self)
    case .deployment: config.deployment = release(member)
    case .dialect: config.dialect = choice(member, StatementDialect.self)
    case .writes: config.writes = flag(member)
    case .mapping: (config.mapping, config.mappingSpan) = (file(member), member.value.span)
    case .modelVersion: config.modelVersion = text(member)
    case .module: config.module = moduleName(member)
    case .dependencies: config.dependencies = modules(member)
    case .imports: config.imports = modules(member)
    case .rules: config.rules = rules(member)
    case nil:
      let words = GenerateConfig.Key.allCases.map(\.rawValue)
      report(
        "there is no key '\(member.key)'", member.keySpan,
        suggestion: Suggestions.nearest(to: member.key, among: words),
        help: "the keys are \(GenerateConfig.list(GenerateConfig.Key.self))")
    }
  }

  /// The path of a file beside the settings or below them. Another one could be any file of the machine, a line of which a
  /// message would show.
  private mutating func file(_ member: ConfigValue.Member) -> String? {
    guard let path = text(member) else { return nil }
    if !path.hasPrefix("/"), !path.split(separator: "/").contains("..") { return path }
    report(
      "'\(member.key)' names a file that is not in the folder of these settings", member.value.span,
      help: GenerateConfig.placeOfFiles)
    return nil
  }

  private mutating func text(_ member: ConfigValue.Member) -> String? {
    if let text = member.value.string { return text }
    report("'\(member.key)' is \(member.value.kindName) and not a text", member.value.span)
    return nil
  }

  private mutating func flag(_ member: ConfigValue.Member) -> Bool {
    if let flag = member.value.bool { return flag }
    report("'\(member.key)' is \(member.value.kindName) and not a Bool", member.value.span, help: "write true or false")
    return false
  }

  private mutating func release(_ member: ConfigValue.Member) -> AppleRelease? {
    guard let word = text(member) else { return nil }
    if let release = AppleRelease(word) { return release }
    report("'\(member.key)' cannot be '\(word)'", member.value.span, help: AppleRelease.help)
    return nil
  }

  private mutating func choice<Option: CaseIterable & RawRepresentable<String>>(
    _ member: ConfigValue.Member, _ type: Option.Type
  ) -> Option? {
    guard let word = text(member) else { return nil }
    if let option = Option(rawValue: word) { return option }
    report(
      "'\(member.key)' cannot be '\(word)'", member.value.span,
      suggestion: Suggestions.nearest(to: word, among: Option.allCases.map(\.rawValue)),
      help: "it can be \(GenerateConfig.list(type))")
    return nil
  }

  private mutating func modules(_ member: ConfigValue.Member) -> [String] {
    guard let elements = member.value.elements else {
      report(
        "'\(member.key)' is \(member.value.kindName) and not a list", member.value.span,
        help: "write the names of modules, such as [\"Model\"]")
      return []
    }
    var names: [String] = []
    for element in elements {
      if let name = element.string, ModuleName.isValid(name) {
        if !names.contains(name) { names.append(name) }
      } else {
        report("this is no name of a Swift module", element.span)
      }
    }
    return names
  }

  private mutating func moduleName(_ member: ConfigValue.Member) -> String? {
    guard let name = text(member) else { return nil }
    if ModuleName.isValid(name) { return name }
    report("this is no name of a Swift module", member.value.span)
    return nil
  }

  private mutating func rules(_ member: ConfigValue.Member) -> [GenerateConfig.Rule] {
    guard let members = member.value.members else {
      report(
        "'\(member.key)' is \(member.value.kindName) and not an object", member.value.span,
        help: "write codes and levels, such as {\"lints\": \"warn\"}")
      return []
    }
    reportRepeated(members)
    var rules: [GenerateConfig.Rule] = []
    for rule in members {
      guard let level = choice(rule, DiagnosticLevels.Level.self) else { continue }
      var levels = DiagnosticLevels(.compiling)
      do throws(DiagnosticLevels.SettingError) {
        try levels.set([(level, rule.key)])
        rules.append(GenerateConfig.Rule(word: rule.key, level: level))
      } catch {
        report(error.message, rule.keySpan, help: error.help)
      }
    }
    return rules
  }

  private mutating func reportRepeated(_ members: [ConfigValue.Member]) {
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      report("the key '\(member.key)' occurs twice", member.keySpan, help: "keep one of them")
    }
  }

  private mutating func report(_ message: String, _ span: SourceSpan, suggestion: String? = nil, help: String? = nil) {
    diagnostics.append(
      Diagnostic(
        .error, .invalidConfig, stage: .check, message, file: source.name, at: span,
        label: suggestion.map { "did you mean '\($0)'?" }, help: help.map { [$0] } ?? [],
        fixIts: suggestion.map { [FixIt("replace it with '\($0)'", .maybe, [FixIt.Edit(span, "\"\($0)\"")])] } ?? []))
  }
}
