import CDQExplanations
import CDQScan
import CDQSyntax

/// Explanations of what the scan of an app finds.
extension RunExplanations {
  static let scans: [(DiagnosticCode, Explanation)] = ScanCode.allCases.map { ($0.code, explain($0)) }

  private static func explain(_ code: ScanCode) -> Explanation {
    let (title, text, wrong, right) = texts(code)
    return Explanation(code.level, title, text, wrong: .init(.swift, wrong), right: .init(.swift, right))
  }

  private static func texts(_ code: ScanCode) -> (title: String, text: String, wrong: String, right: String) {
    switch code {
    case .predicateInjection:
      (
        "a value is pasted into a predicate format",
        """
        The value becomes a part of the format: an apostrophe in it ends the program, and the author of the value can \
        change the condition (CWE-943). An argument of '%@' stays a value, whatever it contains.
        """,
        #"NSPredicate(format: "name == '\(name)'")"#, #"NSPredicate(format: "name == %@", name)"#
      )
    case .builtFormat:
      (
        "a part of a predicate format is made at run time",
        """
        Nothing can check such a format before it runs, and a property name that does not exist ends the program. \
        Pass names of properties by '%K', and combine conditions with NSCompoundPredicate.
        """,
        #"NSPredicate(format: "\(key) == %@", value)"#, #"NSPredicate(format: "%K == %@", key, value)"#
      )
    case .argumentType:
      (
        "an argument has a type that its conversion does not take",
        """
        '%@' reads an object, '%d' and '%f' read a number, and nothing compares them with what the call passes: a number \
        for '%@' is read as an address and ends the program, an object for '%d' is compared as a number. Types are found \
        from literals and from the declarations in the sources.
        """,
        #"NSPredicate(format: "rank == %@", 5)"#, #"NSPredicate(format: "rank == %ld", 5)"#
      )
    case .predicateCrashes:
      (
        "a condition compiles, and the fetch ends the program",
        """
        The store cannot turn the condition into SQL and raises an exception that Swift cannot catch. The message \
        names the systems and the source of the report; the help has a form that runs.
        """,
        "#Predicate<Town> { $0.country == nil }", "#Predicate<Town> { $0.country?.id == nil }"
      )
    case .predicateWrongRows:
      (
        "a condition compiles, and the fetch finds other rows",
        "On the systems that the message names, the store evaluates the condition in another way than Swift does.",
        "#Predicate<Town> { span.contains($0.founded) }",
        "#Predicate<Town> { $0.founded >= low && $0.founded < high }"
      )
    case .slowTypeCheck:
      (
        "a #Predicate may be too large for the type checker",
        """
        The macro makes one expression of all conditions, and the time to check its types grows with a power of their \
        number. Apps report that the compiler gives up from four conditions on. The predicates that cdq generates are not \
        affected.
        """,
        #"#Predicate<Town> { $0.isOpen && $0.name == a && $0.rank > b && $0.mayor == c }"#,
        #"#Predicate<Town> { open.evaluate($0) && ranked.evaluate($0) }"#
      )
    case .readsWholeTable:
      (
        "a search in a text reads each row of the table",
        """
        CONTAINS, LIKE, ENDSWITH and MATCHES cannot use an index, so the time of a fetch grows with the table, at each \
        keystroke of a search field. BEGINSWITH without options can use one.
        """,
        #"NSPredicate(format: "name CONTAINS[cd] %@", text)"#, #"NSPredicate(format: "folded BEGINSWITH %@", text)"#
      )
    case .indexUnused:
      (
        "a comparison cannot use the index of its attribute",
        """
        An index holds the stored texts. A comparison with [c] or [d] compares other texts, so that it reads each row. \
        Store a folded copy with an index of its own.
        """,
        #"NSPredicate(format: "name ==[c] %@", name)"#, #"NSPredicate(format: "folded == %@", name)"#
      )
    case .sourceEncoding:
      (
        "a source file is not UTF-8",
        "Compilers warn about it, and texts in it may be read wrongly. Save the file as UTF-8.",
        "a .m file in Latin-1 or UTF-16", "the same file in UTF-8"
      )
    }
  }
}
