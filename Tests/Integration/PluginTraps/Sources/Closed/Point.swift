/// A type of the user, with an `Int` where the schema has Int64.
package struct Point: Sendable {
  package var x: Int
  package var y: Double
  package var label: String?
  package var order: Int32

  package init(x: Int, y: Double, label: String? = nil, order: Int32 = 0) {
    self.x = x
    self.y = y
    self.label = label
    self.order = order
  }
}
