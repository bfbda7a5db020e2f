public import CDQIR
import CDQValues

/// A sort key of a page of objects: `.name`, `.population.descending`. Generated code has one for each attribute that
/// has an order.
public struct ModelOrder<Model: StoredModel>: Hashable, Sendable {
  /// The attribute's name.
  public var attribute: String
  /// From high to low; nil comes last then, and first otherwise.
  public var isDescending = false
  /// How texts are compared.
  public var options: TextOptions = []

  /// By an attribute.
  public init(_ attribute: String) {
    self.attribute = attribute
  }

  /// From high to low.
  public var descending: ModelOrder {
    var result = self
    result.isDescending = true
    return result
  }

  /// Without telling upper and lower case, or letters with and without diacritics: `[cd]`.
  public var folded: ModelOrder {
    var result = self
    result.options = [.caseInsensitive, .diacriticInsensitive]
    return result
  }
}
