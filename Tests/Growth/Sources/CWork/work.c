#include "work.h"

#include <stddef.h>

static uint64_t units;
static uint64_t edges;
static uint64_t stack;
static uint32_t generation = 1;

// The part of the stack that this thread used, and the reset after which that is true.
static _Thread_local uintptr_t low, high;
static _Thread_local uint32_t seen;

// The compiler calls this at each edge, with `-sanitize-coverage=edge,trace-pc-guard`.
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  __atomic_fetch_add(&edges, 1, __ATOMIC_RELAXED);
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  uint32_t now = __atomic_load_n(&generation, __ATOMIC_RELAXED);
  if (seen != now) {
    seen = now;
    low = high = here;
  }
  if (here > high) high = here;
  if (here < low) {
    low = here;
    uint64_t used = high - low, most = __atomic_load_n(&stack, __ATOMIC_RELAXED);
    while (used > most && !__atomic_compare_exchange_n(&stack, &most, used, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  // Called for each module before its code; a guard other than 0 says that this was done.
  for (uint32_t *guard = start; guard < stop; guard++) *guard = 1;
}

// Foundation keeps some objects to the end.
const char *__asan_default_options(void) { return "detect_leaks=0"; }

typedef void (*allocated)(const volatile void *, size_t);
typedef void (*freed)(const volatile void *);
// A function of the sanitizer's runtime, which is missing in a build without it.
extern int __sanitizer_install_malloc_and_free_hooks(allocated, freed) __attribute__((weak));

static void count_allocation(const volatile void *address, size_t size) {
  __atomic_fetch_add(&units, 1 + size / 16, __ATOMIC_RELAXED);
}

static void ignore(const volatile void *address) {}

int work_start(void) {
  if (!__sanitizer_install_malloc_and_free_hooks || __atomic_load_n(&edges, __ATOMIC_RELAXED) == 0) return 0;
  return __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore) != 0;
}

uint64_t work_units(void) {
  return __atomic_load_n(&units, __ATOMIC_RELAXED) + __atomic_load_n(&edges, __ATOMIC_RELAXED);
}

uint64_t work_stack(void) { return __atomic_load_n(&stack, __ATOMIC_RELAXED); }

void work_reset_stack(void) {
  __atomic_fetch_add(&generation, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&stack, 0, __ATOMIC_RELAXED);
}
