/// Functions of the file that take a format with arguments, and pass both on to `NSPredicate`.
extension SiteFinder {
  private struct Parameter {
    var label: String?
    var name: String
    var type: String
    var isVariadic: Bool { type.hasSuffix("...") }
    /// Whether a parameter can have the arguments of a format.
    var hasValues: Bool {
      (isVariadic || type.hasPrefix("[")) && (type.contains("CVarArg") || type.contains("Any"))
    }
  }

  /// Adds a place for each call of a function that passes its format on.
  mutating func callsOfHelpers() {
    // Most files have no such call, and are not looked through.
    for site in sites where site.kind == .predicateFormat {
      guard case .format(let value, _) = site.content, value.count == 1, file.isWord(value.lowerBound),
        let helper = helper(around: site, file.text(value.lowerBound))
      else { continue }
      helpers[helper.function.name, default: []].append(helper)
    }
    guard !helpers.isEmpty else { return }
    for index in file.tokens.indices where file.isWord(index) && file.byte(index + 1) == UInt8(ascii: "(") {
      // Of functions with one name, the one that is called is not known.
      guard let helper = helpers[file.text(index)]?.onlyElement, !file.holds(index - 1, "func"),
        call(index, helper.function)
      else { continue }
      sites[sites.count - 1].target = helper.target
    }
    sites.sort { $0.token < $1.token }
  }

  /// Adds a place for the call of a helper; false for a call of another function with its name.
  mutating func call(_ index: Int, _ helper: FormatHelper) -> Bool {
    let arguments = file.arguments(index + 1)
    func label(_ argument: CodeArgument) -> String? { argument.label.map { file.text($0) } }
    guard let format = arguments.firstIndex(where: { label($0) == helper.format }) else { return false }
    let range = index..<file.after(index + 1)
    var rest = arguments[(format + 1)...]
    var values: [Range<Int>]? = []
    if let first = rest.first, label(first) == helper.values {
      if helper.isVariadic {
        rest = rest.dropFirst()
        values = [first.value] + rest.prefix { $0.label == nil }.map(\.value)
      } else {
        let open = first.value.lowerBound
        let isLiteral = file.byte(open) == UInt8(ascii: "[") && file.partner(open) == first.value.upperBound - 1
        values = isLiteral ? file.elements(file.inside(open)) : nil
      }
    }
    add(.predicateFormat, index, range, .format(arguments[format].value, arguments: values))
    sites[sites.count - 1].isBoxed = helper.isBoxed
    return true
  }

  /// The function whose parameter is the format of a place.
  private func helper(around site: CodeSite, _ format: String) -> Helper? {
    var block = file.block(around: site.token)
    while let open = block {
      if let list = parameterList(before: open), file.isWord(list - 1), file.holds(list - 2, "func") {
        let declared = parameters(list)
        guard let text = declared.firstIndex(where: { $0.name == format && $0.type.hasPrefix("String") }),
          text + 1 < declared.count, declared[text + 1].hasValues
        else { return nil }
        let values = declared[text + 1]
        return Helper(
          function: FormatHelper(
            name: file.text(list - 1), owner: ConstantTable.owner(file, list - 1), format: declared[text].label,
            values: values.label, isVariadic: values.isVariadic,
            isBoxed: site.range.contains { file.holds($0, "argumentArray") }),
          target: site.range)
      }
      block = file.block(around: open)
    }
    return nil
  }

  /// The `(` of the parameters of the function whose body begins at a `{`.
  private func parameterList(before open: Int) -> Int? {
    var next = open - 1
    while next > max(0, open - 24) {
      if file.byte(next) == UInt8(ascii: ")"), let list = file.partner(next) {
        if file.holds(list - 2, "func") { return list }
        next = list
      }
      next -= 1
    }
    return nil
  }

  private func parameters(_ list: Int) -> [Parameter] {
    file.elements(file.inside(list)).compactMap { element in
      guard let colon = element.first(where: { file.holds($0, ":") }), file.isWord(colon - 1) else { return nil }
      let outer = file.text(element.lowerBound)
      return Parameter(
        label: outer == "_" ? nil : outer, name: file.text(colon - 1),
        type: file.text(of: (colon + 1)..<element.upperBound))
    }
  }
}
