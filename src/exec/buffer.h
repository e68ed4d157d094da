// Memory for columns and fields: 64-byte aligned, not initialised on growth.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace spindrift {

template <class T>
struct BufferAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  BufferAllocator() = default;
  template <class U>
  explicit BufferAllocator(const BufferAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kAlignment); }

  // Value-initialisation would write every page twice.
  template <class U>
  void construct(U* p) {
    ::new (static_cast<void*>(p)) U;
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
  template <class U>
  bool operator==(const BufferAllocator<U>&) const {
    return true;
  }
};

template <class T>
using Buffer = std::vector<T, BufferAllocator<T>>;

// Resizes and discards the contents: growing never copies, and reserves some capacity.
template <class T>
void resize_discard(Buffer<T>& buffer, std::size_t size) {
  if (size > buffer.capacity()) {
    Buffer<T>().swap(buffer);
    buffer.reserve(size + size / 16);
  }
  buffer.resize(size);
}

}  // namespace spindrift
