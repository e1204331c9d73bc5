// Godot's values as a native script gets and gives them, over the engine's C interface.
#ifndef PHALANX_GODOT_VALUES_HPP
#define PHALANX_GODOT_VALUES_HPP

#include "phalanx/view.hpp"

#include <gdnative_api_struct.gen.h>

#include <string>
#include <vector>

namespace godot {

// Set when the engine loads this library.
extern const godot_gdnative_core_api_struct* api;

static_assert(sizeof(godot_vector3) == sizeof(phalanx::Vec3f), "Godot's vectors are three floats");

inline godot_variant nothing() {
    godot_variant value;
    api->godot_variant_new_nil(&value);
    return value;
}

inline godot_variant number(std::int64_t from) {
    godot_variant value;
    api->godot_variant_new_int(&value, from);
    return value;
}

inline godot_variant text(const std::string& from) {
    godot_string string;
    api->godot_string_new(&string);
    api->godot_string_parse_utf8(&string, from.c_str());
    godot_variant value;
    api->godot_variant_new_string(&value, &string);
    api->godot_string_destroy(&string);
    return value;
}

inline std::string text_of(const godot_variant& value) {
    godot_string string = api->godot_variant_as_string(&value);
    godot_char_string bytes = api->godot_string_utf8(&string);
    std::string text(api->godot_char_string_get_data(&bytes), static_cast<std::size_t>(api->godot_char_string_length(&bytes)));
    api->godot_char_string_destroy(&bytes);
    api->godot_string_destroy(&string);
    return text;
}

// A PoolVector3Array of the script, read where it lies.
class VectorsRead {
public:
    explicit VectorsRead(const godot_variant& value)
        : array_(api->godot_variant_as_pool_vector3_array(&value)), access_(api->godot_pool_vector3_array_read(&array_)) {}
    VectorsRead(const VectorsRead&) = delete;
    VectorsRead& operator=(const VectorsRead&) = delete;
    ~VectorsRead() {
        api->godot_pool_vector3_array_read_access_destroy(access_);
        api->godot_pool_vector3_array_destroy(&array_);
    }

    std::size_t size() const { return static_cast<std::size_t>(api->godot_pool_vector3_array_size(&array_)); }
    const phalanx::Vec3f* data() const {
        return reinterpret_cast<const phalanx::Vec3f*>(api->godot_pool_vector3_array_read_access_ptr(access_));
    }
    const phalanx::Vec3f& operator[](std::size_t index) const { return data()[index]; }

private:
    godot_pool_vector3_array array_;
    godot_pool_vector3_array_read_access* access_;
};

// A PoolByteArray of the script.
inline std::vector<std::uint8_t> bytes_of(const godot_variant& value) {
    godot_pool_byte_array array = api->godot_variant_as_pool_byte_array(&value);
    godot_pool_byte_array_read_access* access = api->godot_pool_byte_array_read(&array);
    const std::uint8_t* first = api->godot_pool_byte_array_read_access_ptr(access);
    std::vector<std::uint8_t> bytes(first, first + api->godot_pool_byte_array_size(&array));
    api->godot_pool_byte_array_read_access_destroy(access);
    api->godot_pool_byte_array_destroy(&array);
    return bytes;
}

// A new PoolVector3Array of `count` vectors that `fill` writes in place: a function of their first one.
template <class Fill> godot_variant vectors(std::size_t count, Fill&& fill) {
    godot_pool_vector3_array array;
    api->godot_pool_vector3_array_new(&array);
    api->godot_pool_vector3_array_resize(&array, static_cast<godot_int>(count));
    godot_pool_vector3_array_write_access* access = api->godot_pool_vector3_array_write(&array);
    fill(reinterpret_cast<phalanx::Vec3f*>(api->godot_pool_vector3_array_write_access_ptr(access)));
    api->godot_pool_vector3_array_write_access_destroy(access);
    godot_variant value;
    api->godot_variant_new_pool_vector3_array(&value, &array);
    api->godot_pool_vector3_array_destroy(&array);
    return value;
}

} // namespace godot

#endif
