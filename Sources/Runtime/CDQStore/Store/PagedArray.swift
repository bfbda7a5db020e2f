/// An array in pages of 256 elements. Copies share the pages, so that a write to one copy duplicates one page and not
/// the whole array.
@usableFromInline
package struct PagedArray<Element: Sendable>: Sendable {
  @usableFromInline static var shift: Int { 8 }
  @usableFromInline static var mask: Int { 255 }
  @usableFromInline var pages: [[Element]] = []
  package private(set) var count = 0

  package subscript(index: Int) -> Element {
    @inlinable @inline(__always) get { pages[index >> Self.shift][index & Self.mask] }
    @inlinable @inline(__always) _modify { yield &pages[index >> Self.shift][index & Self.mask] }
  }

  package mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var page: [Element] = []
      // The first page starts small, because many tables have only a few rows.
      if count > 0 { page.reserveCapacity(Self.mask + 1) }
      page.append(element)
      pages.append(page)
    } else {
      pages[pages.count - 1].append(element)
    }
    count += 1
  }
}
