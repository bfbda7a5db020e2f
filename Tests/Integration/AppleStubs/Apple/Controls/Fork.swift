// compiles:
// error: 'fork()' is unavailable
import Foundation

let child = fork()
