// Where loops run. The work is cut into pieces that do not depend on the number of threads, and every sum is taken over
// fixed pieces in a fixed order: the same bits for any thread count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
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

// Calls piece(begin, end) for consecutive pieces of [0, count) of `grain` items each, in any order, on any thread.
void parallel_pieces(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> piece);

// Calls body(i) for every i in [0, count).
template <class Body>
void parallel_for(std::size_t count, Body&& body, std::size_t grain = 1) {
  parallel_pieces(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// Applies value = change(value) to every element of a large array.
template <class T, class Change>
void parallel_transform(Buffer<T>& array, Change&& change) {
  parallel_pieces(array.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) array[i] = change(array[i]);
  });
}
template <class T>
void parallel_fill(Buffer<T>& array, T value) {
  parallel_pieces(array.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    std::fill(array.begin() + begin, array.begin() + end, value);
  });
}

// Combines part(0) ... part(count - 1) in a fixed binary tree.
template <class T, class Part, class Combine>
T parallel_reduce(std::size_t count, const T& identity, Part&& part, Combine&& combine, std::size_t grain = 1) {
  if (count == 0) return identity;
  Buffer<T> parts(count);
  parallel_for(count, [&](std::size_t i) { parts[i] = part(i); }, grain);
  for (std::size_t width = 1; width < count; width *= 2)
    for (std::size_t i = 0; i + width < count; i += 2 * width) parts[i] = combine(parts[i], parts[i + width]);
  return parts[0];
}

template <class Part>
double parallel_sum(std::size_t count, Part&& part, std::size_t grain = 1) {
  return parallel_reduce(count, 0.0, part, [](double a, double b) { return a + b; }, grain);
}

}  // namespace spindrift
