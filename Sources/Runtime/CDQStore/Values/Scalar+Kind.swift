import CDQIR

extension Scalar {
  var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .doubles(_, let kind), .values(_, let kind): kind
    case .decimal: .decimal
    case .string: .string
    case .object: .object
    case .opaque: .opaque
    }
  }

  /// The name of the type in error messages.
  var typeName: String { kind.name }

  /// A scalar from a getter of dynamically typed values. A value of another kind is read as nil.
  init(_ kind: ValueKind, _ get: @escaping (Row) -> Value) {
    switch kind {
    case .null, .list, .opaque: self = .null
    case .bool: self = .bool(.row { if case .bool(let value) = get($0) { value } else { nil } })
    case .int: self = .int(.row { if case .int(let value) = get($0) { value } else { nil } })
    case .double: self = .double(.row { if case .double(let value) = get($0) { value } else { nil } })
    case .decimal: self = .decimal(.row { if case .decimal(let value) = get($0) { value } else { nil } })
    case .string: self = .string(.row { if case .string(let value) = get($0) { value } else { nil } })
    case .object: self = .object(ObjectGetter(key: .row { get($0).only(.object) }))
    case .date, .duration: self = .doubles(.row { get($0).number(as: kind) }, kind)
    case .data, .uuid, .url: self = .values(.row { get($0).only(kind) }, kind)
    }
  }
}

extension ValueKind {
  /// The kind of a set with values of both kinds: the wider one of two numeric kinds, else the first.
  static func common(_ one: ValueKind, _ other: ValueKind) -> ValueKind {
    let widths: [ValueKind] = [.int, .double, .decimal]
    guard let first = widths.firstIndex(of: one), let second = widths.firstIndex(of: other) else { return one }
    return widths[max(first, second)]
  }
}
