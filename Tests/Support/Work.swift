import Dispatch
import Foundation

/// The work that a process did, and the stack that it used, counted and not timed.
///
/// The unit of work is an allocated byte of an object, and sixteen for each object. Swift's runtime calls a hook for
/// them, which instruments of profilers use, too. Unlike a clock it gives the same on a machine that does something else
/// at the same time; unlike the processor's counter of instructions it needs no permission of the system. What allocates
/// nothing, such as a search in a list, is not counted. The runtime has a hook for retains, too, but on Linux it gives
/// it the bytes of short strings as if they were objects, and crashes.
///
/// All threads of the process are counted, since the code generators and the checker start threads. So it must be
/// the only thing that the process does: call it in the body of an exit test,
///
///     @Test(.enabled(if: Work.isCounted), arguments: names) func length(_ name: String) async {
///       await #expect(processExitsWith: .success) { [name] in
///         #expect(Growth(from: 250) { count in … }.problem == nil)
///       }
///     }
///
/// A stack overflow then ends that process only, and fails the one test.
package struct Work: Sendable {
  /// The number of allocated bytes, and sixteen for each object.
  package var units: Int
  /// The most bytes of stack that any thread used.
  package var stack: Int

  /// Whether this process has the hooks: not where the standard library is a part of the program.
  package static let isCounted = Hooks.install()

  /// The work of `body` on a new thread of 512 KB, the stack of a thread of Dispatch, and on all threads that it starts.
  package static func of(_ body: @escaping @Sendable () -> Void) -> Work {
    precondition(isCounted, "the runtime of Swift has no hooks here")
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      isCounting = true
      body()
      isCounting = false
      done.signal()
    }
    thread.stackSize = 512 << 10
    Hooks.reset()
    thread.start()
    done.wait()
    return Hooks.sum()
  }
}

/// The hooks of Swift's runtime. Their code must not use objects, which would call them again.
private enum Hooks {
  typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  /// What one thread did. Each has a slot of its own, so that counting needs no lock.
  struct Slot {
    var units = 0
    /// The lowest and the highest address of the stack at which anything was counted.
    var low = UInt.max
    var high: UInt = 0
  }

  /// Sets the hook, which counts nothing until it is told to.
  static func install() -> Bool {
    guard let allocates: UnsafeMutablePointer<Allocate> = symbol("_swift_allocObject") else { return false }
    pthread_key_create(&slotKey, nil)
    pthread_mutex_init(&slotLock, nil)
    slots.initialize(repeating: Slot(), count: slotLimit)
    allocate = allocates.pointee
    allocates.pointee = { type, size, alignment in
      Hooks.count(size + 16)
      return allocate!(type, size, alignment)
    }
    return true
  }

  static func reset() {
    for index in 0..<slotLimit { slots[index] = Slot() }
  }

  static func sum() -> Work {
    (0..<slotLimit).reduce(into: Work(units: 0, stack: 0)) { sum, index in
      let slot = slots[index]
      sum.units += slot.units
      if slot.high > 0 { sum.stack = max(sum.stack, Int(slot.high - slot.low)) }
    }
  }

  static func count(_ amount: Int) {
    guard isCounting, let slot = slotOfThread() else { return }
    var here: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    slot.pointee.units &+= amount
    if address < slot.pointee.low { slot.pointee.low = address }
    if address > slot.pointee.high { slot.pointee.high = address }
  }

  /// The slot of this thread; nil when all are taken.
  private static func slotOfThread() -> UnsafeMutablePointer<Slot>? {
    if let slot = pthread_getspecific(slotKey) { return slot.assumingMemoryBound(to: Slot.self) }
    pthread_mutex_lock(&slotLock)
    defer { pthread_mutex_unlock(&slotLock) }
    if usedSlots == slotLimit { return nil }
    let slot = slots + usedSlots
    usedSlots += 1
    pthread_setspecific(slotKey, slot)
    return slot
  }

  /// A variable of the runtime, by its name.
  private static func symbol<Value>(_ name: String) -> UnsafeMutablePointer<Value>? {
    guard let program = dlopen(nil, RTLD_NOW) else { return nil }
    return dlsym(program, name)?.assumingMemoryBound(to: Value.self)
  }
}

// The variables of the hooks are no statics of the enumeration: a static is initialized at its first use, which would
// be inside of a hook. They have their values before the hooks are set.
nonisolated(unsafe) private var allocate: Hooks.Allocate?
nonisolated(unsafe) private var isCounting = false
nonisolated(unsafe) private var slotKey: pthread_key_t = 0
nonisolated(unsafe) private var slotLock = pthread_mutex_t()
nonisolated(unsafe) private var usedSlots = 0
nonisolated(unsafe) private let slots = UnsafeMutablePointer<Hooks.Slot>.allocate(capacity: slotLimit)
/// More than the threads of a test.
private let slotLimit = 4096
