/// Reads OpenStreetMap files through libosmium and hands the elements to callbacks.
///
/// Thin: no decision is made here. No C++ exception leaves; a failure is a status and a text.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  /// The key's place in the list given to cosmium_read.
  int32_t key;
  /// Zero-terminated, valid during the callback.
  const char *value;
} cosmium_tag;

typedef struct {
  int64_t id;
  /// Zero-terminated, valid during the callback.
  const char *role;
  /// 1 node, 2 way, 3 relation.
  uint8_t kind;
} cosmium_member;

typedef struct {
  void *context;
  /// Coordinates in 10^-7 degree; nodes without a place are left out.
  void (*node)(void *context, int64_t id, int32_t latitude, int32_t longitude, const cosmium_tag *tags, int32_t tag_count);
  void (*way)(void *context, int64_t id, const int64_t *nodes, int32_t node_count, const cosmium_tag *tags, int32_t tag_count);
  void (*relation)(void *context, int64_t id, const cosmium_member *members, int32_t member_count,
                   const cosmium_tag *tags, int32_t tag_count);
  /// Bytes of the file read so far, of all; called now and then. May be null.
  void (*progress)(void *context, uint64_t done, uint64_t all);
} cosmium_visitor;

enum {
  COSMIUM_OK = 0,
  /// The file is not there or cannot be opened.
  COSMIUM_MISSING = 1,
  /// The content is damaged, of an unknown format, or memory ran out.
  COSMIUM_DAMAGED = 2,
};

/// Reads a file once. kinds: 1 nodes, 2 ways, 4 relations. Tags are handed on only if their key is in keys.
/// On failure up to message_size bytes of the reason are written, zero-terminated.
int cosmium_read(const char *path, int kinds, const char *const *keys, int32_t key_count, const cosmium_visitor *visitor,
                 char *message, int32_t message_size);

/// From now on every block of 128 KiB or more goes back to the system as soon as it is freed (mallopt(3), M_MMAP_THRESHOLD: set
/// by hand it no longer grows with the blocks freed).
void cosmium_return_large_blocks(void);

#ifdef __cplusplus
}
#endif
