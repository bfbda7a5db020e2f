import CDQKit

/// A mistake in a filter that a user types: what a field shows, where, and what would correct it.
public struct FilterProblem: Equatable, Sendable {
  /// The filter that was checked. The user may have typed on since.
  public let filter: String
  /// What is wrong, such as `'City' has no property 'nmae'`.
  public let message: String
  /// What helps, such as `did you mean 'name'?`; nil when nothing is known to.
  public let hint: String?
  /// The place in ``filter``, to be marked; empty where something is missing.
  public let place: Range<String.Index>
  /// Proposals, the best first.
  public let fixes: [Fix]

  /// A proposal: its title, and the filter with it.
  public struct Fix: Hashable, Sendable {
    public let title: String
    public let filter: String
  }

  /// The first mistake of a filter.
  init(_ error: QueryError, in filter: String) {
    self.filter = filter
    guard let finding = error.diagnostics.first(where: { $0.severity == .error }) else {
      (message, hint, fixes) = (error.description, nil, [])
      place = filter.endIndex..<filter.endIndex
      return
    }
    message = finding.message
    hint = finding.label ?? finding.help.first
    place = filter.range(of: finding.span)
    fixes = finding.fixIts.map { fix in
      var result = filter
      // From the end, so that the places of the other edits stay right.
      for edit in fix.edits.sorted(by: { $0.span.start > $1.span.start }) {
        result.replaceSubrange(result.range(of: edit.span), with: edit.newText)
      }
      return Fix(title: fix.message, filter: result)
    }
  }
}

extension String {
  /// The characters at a span of a finding, which counts bytes of UTF-8.
  fileprivate func range(of span: SourceSpan) -> Range<String.Index> {
    let start = index(atByte: Int(span.start))
    return start..<max(start, index(atByte: Int(span.end)))
  }

  private func index(atByte offset: Int) -> String.Index {
    utf8.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
  }
}
