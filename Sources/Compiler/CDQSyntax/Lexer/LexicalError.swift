/// An error in the characters of a text, with its wording.
enum LexicalError {
  case tooLong(limit: Int)
  case tooManyTokens(limit: Int)
  case invalidUTF8
  case unexpectedCharacter(Unicode.Scalar)
  /// A character that looks like one of the language: a curly quote, `≤`, a dash, a wide space.
  case lookalike(Unicode.Scalar, replacement: String)
  case curlyQuotes(open: SourceSpan, close: SourceSpan?)
  /// `otherQuote` is the place of a quotation mark of the other kind at its end: `'Paris"`.
  case unterminatedString(quote: String, otherQuote: SourceSpan?)
  /// `'What's'`: the quote at the span given here ends the string too early.
  case quoteInsideString(inner: SourceSpan, quote: String)
  case unterminatedComment
  case commentInStrictMode
  case unknownEscape(Unicode.Scalar, isStrict: Bool)
  /// `"\(name)"`; the name is nil if the string has more in it.
  case interpolation(String?)
  case malformedEscape(String)
  case malformedNumber(String)
  case missingName(after: String)
  case unknownArgument
}

extension LexicalError {
  func diagnostic(file: String, at span: SourceSpan) -> Diagnostic {
    var result = Diagnostic(.error, DiagnosticCode(code), stage: stage, message, file: file, at: span)
    if let help { result.help = [help] }
    result.fixIts = fixIts(at: span)
    switch self {
    case .unknownEscape(_, isStrict: true):
      result.severity = .warning
    case .quoteInsideString(let inner, _):
      result.point = SourceSpan(span.start, span.start + 1)
      result.labels = [Diagnostic.Label(inner, "this quote ends the string")]
    case .unterminatedString:
      result.point = SourceSpan(span.start, span.start + 1)
    case .tooLong, .tooManyTokens, .invalidUTF8, .unexpectedCharacter, .lookalike, .curlyQuotes, .unterminatedComment,
      .commentInStrictMode, .unknownEscape, .interpolation, .malformedEscape, .malformedNumber, .missingName, .unknownArgument:
      break
    }
    return result
  }

  /// Escapes are part of a literal's value, which the check stage judges; everything else belongs to the grammar.
  private var stage: Diagnostic.Stage {
    switch self {
    case .unknownEscape, .interpolation, .malformedEscape: .check
    case .tooLong, .tooManyTokens, .invalidUTF8, .unexpectedCharacter, .lookalike, .curlyQuotes, .unterminatedString,
      .quoteInsideString, .unterminatedComment, .commentInStrictMode, .malformedNumber, .missingName, .unknownArgument:
      .parse
    }
  }

  private var code: SyntaxCode {
    switch self {
    case .tooLong: .textTooLong
    case .tooManyTokens: .tooManyTokens
    case .invalidUTF8: .invalidUTF8
    case .unexpectedCharacter, .lookalike, .curlyQuotes, .missingName, .unknownArgument: .unexpectedCharacter
    case .unterminatedString, .quoteInsideString: .unterminatedString
    case .unterminatedComment: .unterminatedComment
    case .commentInStrictMode: .commentInStrictMode
    case .unknownEscape, .interpolation: .unknownEscape
    case .malformedEscape: .malformedEscape
    case .malformedNumber: .malformedNumber
    }
  }

  private var message: String {
    switch self {
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .tooManyTokens(let limit): "the text has more than \(limit) tokens"
    case .invalidUTF8: "these bytes are not valid UTF-8"
    case .unexpectedCharacter(let scalar): "unexpected character \(LexicalError.describe(scalar))"
    case .lookalike(let scalar, _): "unexpected character \(LexicalError.describe(scalar))"
    case .curlyQuotes: "a string is written in straight quotes"
    case .unterminatedString, .quoteInsideString: "this string is never closed"
    case .unterminatedComment: "this comment is never closed"
    case .commentInStrictMode: "NSPredicate's language has no comments"
    case .unknownEscape(let scalar, _): "unknown escape '\\\(scalar)'"
    case .interpolation: "a string has no values of the program in it"
    case .malformedEscape(let text): "malformed escape '\(text)'"
    case .malformedNumber(let text): "'\(text)' is no number"
    case .missingName(let sign): "'\(sign)' needs a name directly after it"
    case .unknownArgument: "unknown format argument"
    }
  }

  private var help: String? {
    switch self {
    case .quoteInsideString(_, let quote): "did you mean to escape \(quote) as \\\(quote)?"
    case .unknownEscape(let scalar, let isStrict):
      isStrict
        ? "NSPredicate drops the backslash; write '\\\\\(scalar)' for a backslash"
        : "write '\\\\\(scalar)' for a backslash; the escapes are \\\\ \\' \\\" \\n \\r \\t \\0 \\xHH \\uHHHH \\u{…} \\ooo"
    case .unexpectedCharacter(let scalar) where scalar.properties.generalCategory == .currencySymbol:
      "a number has no currency"
    case .interpolation: "a value of the program is a parameter, without quotes: $name"
    case .malformedEscape: "the forms are \\xHH, \\uHHHH, \\u{…} and \\ooo, and the code must be a Unicode scalar"
    case .unknownArgument: "the arguments are %@ %K %d %i %u %x %ld %lu %lld %f %g %s %c"
    case .missingName(let sign):
      sign == "$" ? "a parameter is written $name, and a number without a currency" : nil
    case .unterminatedString(_, .some): "a string ends with the quotation mark that it starts with"
    case .unterminatedString: "a string ends on the line it starts on; write \\n for a line break"
    case .malformedNumber(let text):
      text.contains("_") ? "digits are not separated" : "a number has no unit: 1500000, minutes(5), days(7)"
    case .tooLong, .tooManyTokens, .invalidUTF8, .unexpectedCharacter, .lookalike, .curlyQuotes, .unterminatedComment,
      .commentInStrictMode:
      nil
    }
  }

  private func fixIts(at span: SourceSpan) -> [FixIt] {
    switch self {
    case .lookalike(_, let replacement):
      return [FixIt("replace it with '\(replacement)'", .safe, [FixIt.Edit(span, replacement)])]
    case .curlyQuotes(let open, let close):
      guard let close else { return [] }
      return [FixIt("write straight quotes", .safe, [FixIt.Edit(open, "\""), FixIt.Edit(close, "\"")])]
    case .quoteInsideString(let inner, let quote):
      return [FixIt("escape the quote: \\\(quote)", .maybe, [FixIt.Edit(SourceSpan(at: inner.start), "\\")])]
    case .interpolation(let name):
      return name.map { [FixIt("write $\($0)", .maybe, [FixIt.Edit(span, "$\($0)")])] } ?? []
    case .unknownEscape:
      return [FixIt("double the backslash", .maybe, [FixIt.Edit(SourceSpan(at: span.start), "\\")])]
    case .commentInStrictMode:
      return [FixIt("remove the comment", .maybe, [FixIt.Edit(span, "")])]
    case .unterminatedString(let quote, let other?):
      return [FixIt("write \(quote)", .maybe, [FixIt.Edit(other, quote)])]
    case .unterminatedString(let quote, nil):
      return [FixIt("close the string", .maybe, [FixIt.Edit(SourceSpan(at: span.end), quote)])]
    case .malformedNumber(let text):
      return ForeignNumber.written(text).map { [FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)])] } ?? []
    case .tooLong, .tooManyTokens, .invalidUTF8, .unexpectedCharacter, .unterminatedComment, .malformedEscape,
      .missingName, .unknownArgument:
      return []
    }
  }

  /// The character in quotes, or its code for an invisible character: `'#'`, `U+00A0`.
  static func describe(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate,
      .nonspacingMark, .enclosingMark, .spacingMark:
      return code
    default:
      return "'\(scalar)'"
    }
  }
}
