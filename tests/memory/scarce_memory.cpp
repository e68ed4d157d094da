#include "memory/scarce_memory.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace spindrift::testing {
namespace {

std::atomic<bool> is_counting{false};
std::atomic<long> asked{0}, first_refused{0}, end_of_refused{0};

bool is_refused() {
  if (!is_counting) return false;
  const long place = asked++;
  return place >= first_refused && place < end_of_refused;
}

void* memory_of(std::size_t bytes, std::size_t alignment) {
  if (is_refused()) return nullptr;
  void* memory = nullptr;
  return ::posix_memalign(&memory, alignment, bytes == 0 ? 1 : bytes) == 0 ? memory : nullptr;
}

void* memory_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* memory = memory_of(bytes, alignment)) return memory;
  throw std::bad_alloc();
}

constexpr std::size_t kPlain = alignof(std::max_align_t);

}  // namespace

void refuse_requests(long first, long count) {
  first_refused = first;
  end_of_refused = first + count;
  asked = 0;
  is_counting = true;
}

long requests_so_far() { return asked; }

void refuse_nothing() { is_counting = false; }

}  // namespace spindrift::testing

using spindrift::testing::kPlain;
using spindrift::testing::memory_of;
using spindrift::testing::memory_or_throw;

// All forms that the language has, but those which call another.
void* operator new(std::size_t bytes) { return memory_or_throw(bytes, kPlain); }
void* operator new(std::size_t bytes, std::align_val_t to) {
  return memory_or_throw(bytes, static_cast<std::size_t>(to));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return memory_of(bytes, kPlain); }
void* operator new(std::size_t bytes, std::align_val_t to, const std::nothrow_t&) noexcept {
  return memory_of(bytes, static_cast<std::size_t>(to));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
