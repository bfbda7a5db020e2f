// Foundation as it is on Apple's systems, as far as this repository needs it: the one of Linux, which `.ci/apple` renames,
// and what is in other modules there. It is compiled together with `Sources/CoreData/Predicates.swift`. A declaration here
// hides one of Linux' Foundation.
@_exported public import Darwin
@_exported public import Dispatch
@_exported public import Fundamente
@_exported public import NetworkingFoundation
@_exported public import XMLFoundation

#if !os(macOS)
  @available(*, unavailable, message: "only macOS can start processes")
  public final class Process {
    public init() {}
  }
#endif

// The part of Core Foundation that Foundation re-exports and the repository uses.

public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt

public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID { 0 }
public func CFBooleanGetTypeID() -> CFTypeID { 0 }

// An expression of predicates that Linux does not have.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions {
  public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    public let root: Root
    public let other: Other

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool { false }
  }

  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> { StringLocalizedStandardContains(root: root, other: other) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
