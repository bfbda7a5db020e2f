public import Foundation

/// How the text of a ``PageCursor`` hides the values that it holds: two functions of the program, such as authenticated
/// encryption.
///
///     let key = SymmetricKey(size: .bits256)    // with CryptoKit or swift-crypto; the same key in each process
///     let seal = CursorSeal(
///       sealing: { try AES.GCM.seal($0, using: key).combined! },
///       opening: { try AES.GCM.open(AES.GCM.SealedBox(combined: $0), using: key) })
///
/// A program whose readers may see the sort keys and the identity of each object uses ``readable``.
public struct CursorSeal: Sendable {
  let seal: @Sendable (Data) throws -> Data
  let open: @Sendable (Data) throws -> Data

  /// The seal that hides nothing: the text of a cursor is Base64 of JSON. Its readers see the values of the sort keys and
  /// of the identity of the last object of a page, and may make cursors of their own, which show nothing more than the
  /// query does.
  public static let readable = CursorSeal(sealing: { $0 }, opening: { $0 })

  /// Makes a seal of two functions.
  ///
  /// - Parameters:
  ///   - seal: makes bytes that show nothing of the bytes that it is given.
  ///   - open: the opposite. It gets bytes of an untrusted user, and throws for those that `seal` did not make.
  public init(
    sealing seal: @escaping @Sendable (Data) throws -> Data, opening open: @escaping @Sendable (Data) throws -> Data
  ) {
    (self.seal, self.open) = (seal, open)
  }
}
