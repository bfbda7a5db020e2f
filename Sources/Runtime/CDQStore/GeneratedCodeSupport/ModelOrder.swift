public import CDQIR
import CDQValues

/// A sort key for a page of objects, such as `.name` or `.population.descending`. Generated code declares one for each
/// sortable attribute.
public struct ModelOrder<Model: StoredModel>: Hashable, Sendable {
  /// The name of the attribute to sort by.
  public var attribute: String
  /// Whether high values come first. Nil comes last in descending and first in ascending order.
  public var isDescending = false
  /// The text options of comparisons, such as case insensitivity.
  public var options: TextOptions = []

  /// Sorts by an attribute, ascending.
  public init(_ attribute: String) {
    self.attribute = attribute
  }

  /// The same key, sorting from high to low.
  public var descending: ModelOrder {
    var result = self
    result.isDescending = true
    return result
  }

  /// The same key, ignoring case and diacritics like the option `[cd]` in a query.
  public var folded: ModelOrder {
    var result = self
    result.options = [.caseInsensitive, .diacriticInsensitive]
    return result
  }
}
