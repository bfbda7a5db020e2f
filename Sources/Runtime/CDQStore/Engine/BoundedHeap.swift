import CDQValues

/// A heap that keeps the first `capacity` of any number of elements in some order. Its memory holds only the elements
/// that it keeps.
struct BoundedHeap<Element> {
  private let capacity: Int
  /// The kept elements: in order of arrival until the heap is full, then as a binary heap with the last of them at the
  /// top.
  private(set) var elements: [Element] = []

  /// - Parameter capacity: The number of elements to keep, at least 1.
  init(capacity: Int) {
    self.capacity = capacity
  }

  var isFull: Bool { elements.count == capacity }

  /// Inserts an element if it is among the first ones.
  ///
  /// - Parameter precedes: A total order, the same for every call.
  /// - Returns: The element that is not kept, which may be the new one; nil while there is room.
  @inline(__always)
  mutating func insert(_ element: Element, by precedes: (Element, Element) -> Bool) -> Element? {
    guard isFull else {
      elements.append(element)
      if isFull {
        for index in (0..<(elements.count / 2)).reversed() { siftDown(index, precedes) }
      }
      return nil
    }
    guard precedes(element, elements[0]) else { return element }
    let dropped = elements[0]
    elements[0] = element
    siftDown(0, precedes)
    return dropped
  }

  @inline(__always)
  private mutating func siftDown(_ start: Int, _ precedes: (Element, Element) -> Bool) {
    var parent = start
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && precedes(elements[last], elements[child]) {
        last = child
      }
      if last == parent { return }
      elements.swapAt(parent, last)
      parent = last
    }
  }
}
