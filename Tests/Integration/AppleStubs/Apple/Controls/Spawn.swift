// compiles: macOS 10.5, iOS 2, visionOS 1
// error: is unavailable in
import Foundation

func start() -> Int32 {
  var child: pid_t = 0
  return posix_spawn(&child, "/bin/sh", nil, nil, [nil], [nil])
}
