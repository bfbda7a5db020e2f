// compiles:
// error: has no member 'st_mtim'
// A field of Linux: the C library is that of macOS.
import Foundation

let time = stat().st_mtim
