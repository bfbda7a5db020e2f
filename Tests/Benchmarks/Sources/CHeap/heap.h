#pragma once
#if defined(__linux__)
#include <malloc.h>
#endif

/// Bytes that the process has asked for and not given back, those of large blocks included; -1 where nobody says.
static inline long long heapBytesInUse(void) {
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return (long long)info.uordblks + (long long)info.hblkhd;
#endif
#endif
  return -1;
}
