// Where loops run. The work is cut into pieces that do not depend on the number of threads, and every sum is taken over
// fixed pieces in a fixed order: the same bits for any thread count.
//
// A loop has a name, which stands in the list of a benchmark's loops (loop_log.h). The leaf that spreads the pieces is
// chosen by CMake (SPINDRIFT_THREADS): tbb/ and std/ spread them over threads, with and without oneTBB, serial/ does
// them one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "exec/buffer.h"

namespace spindrift {

// A reference to a callable, for the length of a call.
template <class Signature>
class FunctionRef;
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef>>>
  FunctionRef(F&& f)  // NOLINT: implicit by design
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))), call_([](void* o, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(o))(std::forward<Args>(args)...);
        }) {}
  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void*, Args...);
};

// The threads a simulation may use. Loops inside `run` are spread over them.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);  // 0 = every core
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }
  void run(FunctionRef<void()> work);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
  int threads_;
};

// The threads that loops are spread over here, and which of them this is, from 0.
int thread_count();
int thread_number();

// Calls piece(begin, end) for consecutive pieces of [0, count) of `grain` items each, in any order, on any thread.
void parallel_pieces(const char* name, std::size_t count, std::size_t grain,
                     FunctionRef<void(std::size_t, std::size_t)> piece);

// Calls body(i) for every i in [0, count).
template <class Body>
void parallel_for(const char* name, std::size_t count, Body&& body, std::size_t grain = 1) {
  parallel_pieces(name, count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// Applies value = change(value) to every element of a large array.
template <class T, class Change>
void parallel_transform(const char* name, Buffer<T>& array, Change&& change) {
  parallel_pieces(name, array.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) array[i] = change(array[i]);
  });
}
template <class T>
void parallel_fill(const char* name, Buffer<T>& array, T value) {
  parallel_pieces(name, array.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    std::fill(array.begin() + begin, array.begin() + end, value);
  });
}

// Combines part(0) ... part(count - 1) in a fixed binary tree: neighbours first, then neighbouring pairs, and so on.
// A piece is a whole subtree, folded as its leaves come: of each of its levels at most one value waits for its
// neighbour. So a sum over any number of parts needs no memory but that of a few hundred values on the stack.
template <class T, class Part, class Combine>
T parallel_reduce(const char* name, std::size_t count, const T& identity, Part&& part, Combine&& combine,
                  std::size_t grain = 1) {
  if (count == 0) return identity;
  constexpr std::size_t kMostPieces = 512;
  constexpr std::size_t kMostLevels = 40;  // of a tree that any memory has room for
  const std::size_t width = std::bit_ceil(std::max(grain, (count + kMostPieces - 1) / kMostPieces));
  const std::size_t pieces = (count + width - 1) / width;

  // The tree over next(begin) ... next(end - 1), whose first leaf stands at a multiple of its width.
  const auto fold = [&](std::size_t begin, std::size_t end, auto&& next) {
    std::array<T, kMostLevels> waiting;
    std::size_t levels = 0;  // bits: the levels that have a value waiting
    for (std::size_t i = begin; i < end; ++i) {
      T value = next(i);
      std::size_t level = 0;
      for (; levels >> level & 1; ++level) value = combine(waiting[level], value);
      levels = (levels >> level | 1) << level;
      waiting[level] = std::move(value);
    }
    // What has no neighbour waits for the next wider subtree on its left.
    std::size_t level = static_cast<std::size_t>(std::countr_zero(levels));
    T value = std::move(waiting[level]);
    for (++level; levels >> level != 0; ++level)
      if (levels >> level & 1) value = combine(waiting[level], value);
    return value;
  };
  if (pieces == 1) return fold(0, count, part);
  std::array<T, kMostPieces> roots;
  parallel_pieces(name, count, width,
                  [&](std::size_t begin, std::size_t end) { roots[begin / width] = fold(begin, end, part); });
  return fold(0, pieces, [&](std::size_t i) -> T& { return roots[i]; });
}

template <class Part>
double parallel_sum(const char* name, std::size_t count, Part&& part, std::size_t grain = 1) {
  return parallel_reduce(name, count, 0.0, part, [](double a, double b) { return a + b; }, grain);
}

}  // namespace spindrift
