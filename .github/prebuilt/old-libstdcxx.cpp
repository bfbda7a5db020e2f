// A function of GCC 11's C++ library that Swift's static runtime calls and Debian 11's lacks. It reports an allocation
// of absurd size, after which the runtime, which is compiled without exceptions, could only end anyway.
#include <cstdlib>

namespace std {
  [[noreturn]] void __throw_bad_array_new_length() { abort(); }
}
