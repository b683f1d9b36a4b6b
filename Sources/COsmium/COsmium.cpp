#include "COsmium.h"

#include <malloc.h>

#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm.hpp>

namespace {

class Streamer {
public:
  Streamer(const char *const *keys, int32_t count, const cosmium_visitor &visitor) : visitor_(visitor) {
    for (int32_t index = 0; index < count; ++index) keys_.emplace(keys[index], index);
  }

  void hand_on(const osmium::OSMObject &object) {
    tags_.clear();
    read_tags(object.tags());
    switch (object.type()) {
    case osmium::item_type::node: node(static_cast<const osmium::Node &>(object)); break;
    case osmium::item_type::way: way(static_cast<const osmium::Way &>(object)); break;
    case osmium::item_type::relation: relation(static_cast<const osmium::Relation &>(object)); break;
    default: break;
    }
  }

private:
  // Keys and values in turn, each with a NUL behind it. The library's own iterator trusts that: a NUL inside a string of a
  // damaged file would lead it past the end.
  void read_tags(const osmium::TagList &tags) {
    const char *at = reinterpret_cast<const char *>(tags.data()) + sizeof(osmium::TagList);
    const char *const end = reinterpret_cast<const char *>(tags.data()) + tags.byte_size();
    while (at < end) {
      const char *const value = after(at, end);
      const char *const next = after(value, end);
      const auto known = keys_.find(std::string_view(at));
      if (known != keys_.end()) tags_.push_back({known->second, value});
      at = next;
    }
  }

  static const char *after(const char *text, const char *end) {
    const void *nul = text < end ? std::memchr(text, 0, static_cast<size_t>(end - text)) : nullptr;
    if (nul == nullptr) throw std::runtime_error("a tag has a NUL inside its key or value");
    return static_cast<const char *>(nul) + 1;
  }

  void node(const osmium::Node &node) {
    if (!node.location().valid()) return;
    visitor_.node(visitor_.context, node.id(), node.location().y(), node.location().x(), tags_.data(), tag_count());
  }

  void way(const osmium::Way &way) {
    nodes_.clear();
    for (const auto &node : way.nodes()) nodes_.push_back(node.ref());
    visitor_.way(visitor_.context, way.id(), nodes_.data(), static_cast<int32_t>(nodes_.size()), tags_.data(), tag_count());
  }

  void relation(const osmium::Relation &relation) {
    members_.clear();
    for (const auto &member : relation.members()) {
      uint8_t kind = member.type() == osmium::item_type::node ? 1 : member.type() == osmium::item_type::way ? 2 : 3;
      members_.push_back({member.ref(), member.role(), kind});
    }
    visitor_.relation(visitor_.context, relation.id(), members_.data(), static_cast<int32_t>(members_.size()),
                      tags_.data(), tag_count());
  }

  int32_t tag_count() const { return static_cast<int32_t>(tags_.size()); }

  const cosmium_visitor &visitor_;
  std::unordered_map<std::string_view, int32_t> keys_;
  std::vector<cosmium_tag> tags_;
  std::vector<int64_t> nodes_;
  std::vector<cosmium_member> members_;
};

osmium::osm_entity_bits::type entities(int kinds) {
  auto bits = osmium::osm_entity_bits::nothing;
  if (kinds & 1) bits |= osmium::osm_entity_bits::node;
  if (kinds & 2) bits |= osmium::osm_entity_bits::way;
  if (kinds & 4) bits |= osmium::osm_entity_bits::relation;
  return bits;
}

void read(const char *path, int kinds, Streamer &streamer, const cosmium_visitor &visitor) {
  osmium::io::Reader reader{osmium::io::File{path}, entities(kinds), osmium::io::read_meta::no};
  while (osmium::memory::Buffer buffer = reader.read()) {
    for (const auto &object : buffer.select<osmium::OSMObject>()) streamer.hand_on(object);
    if (visitor.progress != nullptr) visitor.progress(visitor.context, reader.offset(), reader.file_size());
  }
  reader.close();
}

int fail(int status, const char *reason, char *message, int32_t size) {
  if (message != nullptr && size > 0) {
    std::strncpy(message, reason, static_cast<size_t>(size) - 1);
    message[size - 1] = '\0';
  }
  return status;
}

} // namespace

extern "C" int cosmium_read(const char *path, int kinds, const char *const *keys, int32_t key_count,
                            const cosmium_visitor *visitor, char *message, int32_t message_size) {
  try {
    Streamer streamer{keys, key_count, *visitor};
    read(path, kinds, streamer, *visitor);
    return COSMIUM_OK;
  } catch (const std::system_error &error) {
    return fail(COSMIUM_MISSING, error.what(), message, message_size);
  } catch (const std::exception &error) {
    return fail(COSMIUM_DAMAGED, error.what(), message, message_size);
  } catch (...) {
    return fail(COSMIUM_DAMAGED, "unknown failure", message, message_size);
  }
}

extern "C" void cosmium_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 128 << 10); }
