/// An observation of a store's changes. It ends when it is cancelled or released.
public final class StoreObservation: Sendable {
  private let onCancel: Locked<(@Sendable () -> Void)?>

  init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Locked(onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the observation. No call of the observer starts afterwards, but one on another thread may still be running.
  public func cancel() {
    let action = onCancel.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}
