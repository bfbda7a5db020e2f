// compiles: macOS 10
// error: 'Process' is unavailable
import Foundation

let process = Process()
