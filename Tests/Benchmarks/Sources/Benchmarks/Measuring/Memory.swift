import CHeap

/// Memory of the process.
enum Memory {
  /// Bytes on the heap that are in use; nil where the platform does not say.
  static var bytesInUse: Int? {
    let bytes = heapBytesInUse()
    return bytes < 0 ? nil : Int(bytes)
  }
}
