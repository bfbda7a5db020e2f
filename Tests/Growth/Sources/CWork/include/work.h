#ifndef CWORK_H
#define CWORK_H

#include <stdint.h>

/// Starts to count the allocations, too. Returns whether the program has instrumentation.
int work_start(void);

/// The work of all threads since the start: one for each edge of the control flow, for each allocation, and for sixteen
/// allocated bytes.
uint64_t work_units(void);

/// The most bytes of stack that a thread used since the last call of `work_reset_stack`, from its first edge after that.
uint64_t work_stack(void);
void work_reset_stack(void);

#endif
