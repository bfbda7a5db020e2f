import XCTest

final class ScreenTests: XCTestCase {
  func testScreen(title: String, count: Int) {
    let app = XCUIApplication()
    _ = app.buttons.matching(NSPredicate(format: "label CONTAINS '\(title)'")) // ok
    _ = app.buttons.element(matching: NSPredicate(format: "label == \"\(title)\"")) // ok
    _ = app.cells.containing(NSPredicate(format: "identifier BEGINSWITH '\(title)-cell'")) // ok
    _ = app.cells.matching(NSPredicate(format: "label BEGINSWITH[c] %@", title)) // ok
    _ = app.cells.matching(NSPredicate(format: "identifier MATCHES 'row_[0-9]+'")) // ok
    _ = app.cells.matching(NSPredicate(format: "label ENDSWITH '" + title + "'")) // ok
    _ = expectation(for: NSPredicate(format: "exists == true"), evaluatedWith: app) // ok
    _ = expectation(for: NSPredicate(format: "exists == 1 AND isHittable == 1"), evaluatedWith: app) // ok
    _ = XCTNSPredicateExpectation(predicate: NSPredicate(format: "count == %d", count), object: app) // ok
    _ = XCTNSPredicateExpectation(predicate: NSPredicate(format: "count == \(count)"), object: app) // ok
    _ = XCTNSPredicateExpectation(predicate: NSPredicate(format: "count == %@", count), object: app) // error argument-type
    _ = XCTNSPredicateExpectation(predicate: NSPredicate(format: "value == %@", title), object: app) // ok
    _ = XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in true }, object: app) // ok
  }
}
