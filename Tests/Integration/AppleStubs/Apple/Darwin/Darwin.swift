// The Swift half of the module Darwin: what its C headers have as macros and variadic functions. The C half is made of
// headers of macOS, see `.ci/apple.d`. Declarations have the types that they have on Apple's systems.
@_exported public import SwiftClibc

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

public var stdin: UnsafeMutablePointer<FILE>! {
  get { __stdinp }
  set { __stdinp = newValue }
}

public var stdout: UnsafeMutablePointer<FILE>! {
  get { __stdoutp }
  set { __stdoutp = newValue }
}

public var stderr: UnsafeMutablePointer<FILE>! {
  get { __stderrp }
  set { __stderrp = newValue }
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { -1 }
public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt { -1 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: CInt) -> CInt { -1 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> CInt { -1 }

public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var TIOCSWINSZ: UInt { 0x8008_7467 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var SIG_ERR: sig_t { unsafeBitCast(-1, to: sig_t.self) }
public var SIG_HOLD: sig_t { unsafeBitCast(5, to: sig_t.self) }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o000700 }
public var S_IRUSR: mode_t { 0o000400 }
public var S_IWUSR: mode_t { 0o000200 }
public var S_IXUSR: mode_t { 0o000100 }
public var S_IRWXG: mode_t { 0o000070 }
public var S_IRGRP: mode_t { 0o000040 }
public var S_IWGRP: mode_t { 0o000020 }
public var S_IXGRP: mode_t { 0o000010 }
public var S_IRWXO: mode_t { 0o000007 }
public var S_IROTH: mode_t { 0o000004 }
public var S_IWOTH: mode_t { 0o000002 }
public var S_IXOTH: mode_t { 0o000001 }

public var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }

@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> Int32 { -1 }

@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func vfork() -> Int32 { -1 }
