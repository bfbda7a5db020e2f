import CHeap

/// The memory use of the process.
enum Memory {
  /// Bytes in use on the heap; nil where the platform does not report them.
  static var bytesInUse: Int? {
    let bytes = heapBytesInUse()
    return bytes < 0 ? nil : Int(bytes)
  }
}
