// State, bindings, apps and attributes of texts, for type-checking only.
public import Foundation
public import Observation

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { preconditionFailure("a stub shows nothing") }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { preconditionFailure("a stub shows nothing") }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(initialValue: nil) }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    preconditionFailure("a stub shows nothing")
  }
  public var wrappedValue: Value {
    get { preconditionFailure("a stub shows nothing") }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    preconditionFailure("a stub shows nothing")
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }
  public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject>
  where Value: AnyObject { preconditionFailure("a stub shows nothing") }
}

@MainActor @preconcurrency public protocol Scene {}

@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

extension AttributeScopes {
  public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }

  public struct SwiftUIAttributes: AttributeScope {
    public let foregroundColor: ForegroundColorAttribute
    public let underlineStyle: UnderlineStyleAttribute

    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = Color
      public static let name = "SwiftUI.ForegroundColor"
    }

    public enum UnderlineStyleAttribute: AttributedStringKey {
      public typealias Value = Text.LineStyle
      public static let name = "SwiftUI.UnderlineStyle"
    }
  }
}
