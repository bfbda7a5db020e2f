/// Names of Swift modules.
package enum ModuleName {
  /// The name that Xcode gives to the module of a product when `PRODUCT_MODULE_NAME` is not set: `My_App` for `My App.app`.
  ///
  /// - Parameter product: the name of the product, which Xcode's plugins get with or without its extension. The name of a
  ///   module is returned as it is.
  package static func of(product: String) -> String {
    let name = extensions.first { product.hasSuffix($0) && product != $0 }.map { product.dropLast($0.count) } ?? product[...]
    return String(
      name.enumerated().map { index, character in
        character == "_" || character.isLetter || (character.isNumber && index > 0) ? character : "_"
      })
  }

  private static let extensions = [".app", ".appex", ".framework", ".xctest", ".bundle", ".xpc", ".dylib", ".systemextension"]

  /// Whether a text can be the name of a module.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      // All bytes of characters beyond ASCII count as letters: swiftc checks the name at the import.
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
      default: false
      }
    }
  }
}
