struct Screen {
  let app: XCUIApplication
  func row(_ name: String) -> XCUIElement { app.cells.element(matching: NSPredicate(format: "label == '\(name)'")) } // ok
  func rows(_ name: String) -> NSPredicate { NSPredicate(format: "label == '\(name)' AND enabled == true") } // ok
}
