// The part of SwiftData's public interface that generated code uses. Its context keeps objects in memory, and runs the
// predicates that Foundation can run on Linux.
@_exported public import Foundation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct PersistentIdentifier: Hashable, Codable, Sendable {
  private let value: UInt

  fileprivate init(_ model: some AnyObject) {
    value = UInt(bitPattern: ObjectIdentifier(model))
  }
}

/// Protocol of model classes. `@Model` adds the conformance; the copies that are compiled here declare it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public protocol PersistentModel: AnyObject, Hashable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PersistentModel {
  public static func == (left: Self, right: Self) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  public var persistentModelID: PersistentIdentifier { PersistentIdentifier(self) }
}

public enum SortOrder { case forward, reverse }

public struct TextComparator {
  public static let lexical = TextComparator()
  public static let localized = TextComparator()
}

/// A sort key. nil comes first in ascending order, as in a cdq store.
public struct SortDescriptor<Compared> {
  let compare: (Compared, Compared) -> ComparisonResult

  private static func order<Value: Comparable>(_ left: Value?, _ right: Value?, _ order: SortOrder) -> ComparisonResult {
    let result: ComparisonResult
    switch (left, right) {
    case (nil, nil): result = .orderedSame
    case (nil, _): result = .orderedAscending
    case (_, nil): result = .orderedDescending
    case (let left?, let right?):
      result = left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }
    if order == .forward || result == .orderedSame { return result }
    return result == .orderedAscending ? .orderedDescending : .orderedAscending
  }

  public init<Value: Comparable>(_ path: KeyPath<Compared, Value>, order: SortOrder = .forward) {
    compare = { SortDescriptor.order($0[keyPath: path], $1[keyPath: path], order) }
  }

  public init<Value: Comparable>(_ path: KeyPath<Compared, Value?>, order: SortOrder = .forward) {
    compare = { SortDescriptor.order($0[keyPath: path], $1[keyPath: path], order) }
  }

  public init(_ path: KeyPath<Compared, String>, comparator: TextComparator, order: SortOrder = .forward) {
    self.init(path, order: order)
  }

  public init(_ path: KeyPath<Compared, String?>, comparator: TextComparator, order: SortOrder = .forward) {
    self.init(path, order: order)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct FetchDescriptor<Model: PersistentModel> {
  public var predicate: Predicate<Model>?
  public var sortBy: [SortDescriptor<Model>]
  public var fetchLimit: Int?
  public var fetchOffset: Int?

  public init(predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class ModelContext {
  private var objects: [any PersistentModel] = []

  public init() {}

  public func insert<Model: PersistentModel>(_ model: Model) {
    objects.append(model)
  }

  public func delete<Model: PersistentModel>(_ model: Model) {
    objects.removeAll { $0 === model }
  }

  public func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    var found: [Model] = []
    for case let object as Model in objects where try descriptor.predicate?.evaluate(object) ?? true {
      found.append(object)
    }
    let sorted = found.enumerated().sorted { left, right in
      for key in descriptor.sortBy {
        let result = key.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return left.offset < right.offset
    }
    let page = sorted.dropFirst(descriptor.fetchOffset ?? 0)
    // As in Core Data, 0 means no limit.
    guard let limit = descriptor.fetchLimit, limit > 0 else { return page.map(\.element) }
    return page.prefix(limit).map(\.element)
  }

  public func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
    try fetch(descriptor).count
  }
}
