#ifndef NAVIGATOR_C_ALLOCATIONS_H
#define NAVIGATOR_C_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts: a sanitizer has an allocator of its own.
bool navigator_counts_allocations(void);

/// Heap blocks that the calling thread has asked for since it began, grown ones included.
uint64_t navigator_allocations(void);

#endif
