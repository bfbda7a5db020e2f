// The part of SwiftUI's interface that the sample CityList uses, for type-checking only.
@_exported public import Foundation
@_exported public import Observation

// MARK: Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { preconditionFailure("a stub shows nothing") }
}

/// What views without a body of their own share.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { preconditionFailure("a stub shows nothing") }
}

public struct EmptyView: PrimitiveView {
  public init() {}
}

public struct TupleView<Content>: PrimitiveView {}

public enum EitherView<First: View, Second: View>: PrimitiveView { case first(First), second(Second) }

extension Optional: View where Wrapped: View {
  public var body: Never { preconditionFailure("a stub shows nothing") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    TupleView()
  }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
    .second(second)
  }
}

public struct Text: PrimitiveView {
  public init(verbatim text: String) {}
  @_disfavoredOverload public init(_ text: some StringProtocol) {}
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload public init(_ text: AttributedString) {}
  public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
  where Format.FormatInput: Equatable, Format.FormatOutput == String {}

  public struct LineStyle: Hashable, Sendable {
    public init(pattern: Pattern = .solid, color: Color? = nil) {}

    public struct Pattern: Hashable, Sendable {
      public static let solid = Pattern()
    }
  }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  public init(stringLiteral value: String) {}
}

public struct Image: PrimitiveView {
  public init(systemName: String) {}
}

public struct Spacer: PrimitiveView {
  public init(minLength: CGFloat? = nil) {}
}

public struct HStack<Content: View>: PrimitiveView {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationStack<Root: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Root) {}
}

public protocol DynamicViewContent: View {}

extension DynamicViewContent {
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView, DynamicViewContent {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct Picker<Label: View, Selection: Hashable, Content: View>: PrimitiveView where Label == Text {
  public init(_ title: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {}
}

public struct TextField: PrimitiveView {
  public init(_ title: LocalizedStringKey, text: Binding<String>) {}
}

public struct Button<Label: View>: PrimitiveView where Label == Text {
  @_disfavoredOverload
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct ContentUnavailableView: PrimitiveView {
  public static var search: ContentUnavailableView { ContentUnavailableView("", systemImage: "") }
  public init(_ title: LocalizedStringKey, systemImage: String, description: Text? = nil) {}
}

// MARK: Modifiers

extension View {
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { self }
  public func alert(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
    @ViewBuilder message: () -> some View
  ) -> some View { self }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 8, *)
  public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }
  public func background(_ style: some ShapeStyle) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public func navigationTitle(_ title: LocalizedStringKey) -> some View { self }
  public func overlay(@ViewBuilder content: () -> some View) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func safeAreaInset(edge: VerticalEdge, @ViewBuilder content: () -> some View) -> some View { self }
  @available(tvOS, unavailable)
  public func searchable(text: Binding<String>, prompt: LocalizedStringKey) -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { self }
  public func task(id: some Equatable, _ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
  public func textFieldStyle(_ style: some TextFieldStyle) -> some View { self }
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalEdge: Sendable { case top, bottom }

public enum Edge: Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public static let all: Set = [.horizontal, .vertical]
  }
}

public protocol TextFieldStyle {}

public struct RoundedBorderTextFieldStyle: TextFieldStyle {
  public init() {}
}

@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

public struct Font: Hashable, Sendable {
  public static let body = Font()
  public static let caption = Font()
  public func monospaced() -> Font { self }
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, Hashable {
  public static let red = Color()
}

public struct HierarchicalShapeStyle: ShapeStyle {
  public static let secondary = HierarchicalShapeStyle()
}

public struct Material: ShapeStyle {
  public static let bar = Material()
}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

extension ShapeStyle where Self == Material {
  public static var bar: Material { Material() }
}
