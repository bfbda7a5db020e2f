// The part of SwiftData's interface that Linux' copies of generated code do not need: its macros, and stores in files.
public import Foundation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "Model")

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "Property")

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "Property")

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "Property")

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class Schema: Sendable {
  public final class Attribute: Sendable {
    public struct Option: Sendable {
      public static var unique: Option { Option() }
      public static var externalStorage: Option { Option() }
      public static var allowsCloudEncryption: Option { Option() }
      public static var preserveValueOnDeletion: Option { Option() }
      public static var ephemeral: Option { Option() }
      public static var spotlight: Option { Option() }
      public static func transformable(by name: String) -> Option { Option() }
      public static func transformable(by type: AnyClass) -> Option { Option() }
    }
  }

  public final class Relationship: Sendable {
    public struct Option: Sendable {
      public static var unique: Option { Option() }
    }

    public enum DeleteRule: String, Sendable { case noAction, nullify, cascade, deny }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct ModelConfiguration: Sendable {
  public init(url: URL) {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class ModelContainer: Sendable {
  public init(for types: any PersistentModel.Type..., configurations: ModelConfiguration...) throws {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ModelContext {
  public convenience init(_ container: ModelContainer) {
    self.init()
  }

  public func save() throws {}
}
