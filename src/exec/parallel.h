// Parallel loops. The work is split into pieces that do not depend on the number of threads, and sums are taken over
// fixed pieces in a fixed order: the same bits for any thread count.
//
// Loops have names, for LoopLog. CMake chooses the leaf that runs the pieces (SPINDRIFT_THREADS): tbb/ and std/ use
// threads, with and without oneTBB; serial/ runs them one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "exec/buffer.h"

namespace spindrift {

// A reference to a callable, valid during a call.
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

// The threads of a simulation. Loops inside `run` use them.
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

// The number of threads that loops use here, and the number of this thread, from 0.
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

// Combines part(0) ... part(count - 1) in a fixed binary tree: neighbours first, then neighbouring pairs, and so on. A
// piece is a whole subtree, folded as its leaves arrive: on each level at most one value waits for its neighbour. So
// any sum needs only a few hundred values on the stack.
template <class T, class Part, class Combine>
T parallel_reduce(const char* name, std::size_t count, const T& identity, Part&& part, Combine&& combine,
                  std::size_t grain = 1) {
  if (count == 0) return identity;
  constexpr std::size_t kMostPieces = 512;
  constexpr std::size_t kMostLevels = 40;  // more than any memory has room for
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
    // A value without a neighbour is combined with the next wider subtree on its left.
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

// Implemented by the leaf. Calls run(0) ... run(pieces - 1), in any order, on any thread, and returns after the last.
void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run);

// For benchmarks: which loops run, into how many pieces they are split, and how long they take.
struct LoopCount {
  std::string name;
  std::int64_t runs = 0;
  std::int64_t forks = 0;     // runs of more than one piece
  std::int64_t pieces = 0;    // in all runs
  double seconds = 0.0;       // wall time of all runs
  double fork_seconds = 0.0;  // of the forks
};

// Counts the loops of all threads during its life. Only one may exist.
class LoopLog {
 public:
  LoopLog();
  ~LoopLog();
  LoopLog(const LoopLog&) = delete;
  LoopLog& operator=(const LoopLog&) = delete;

  void pause();
  void resume();
  std::vector<LoopCount> counts() const;  // longest time first
};

// Records one loop.
class LoopClock {
 public:
  LoopClock(const char* name, std::size_t pieces);
  ~LoopClock();
  LoopClock(const LoopClock&) = delete;
  LoopClock& operator=(const LoopClock&) = delete;

 private:
  const char* name_ = nullptr;  // null: no log
  std::size_t pieces_;
  double begin_ = 0.0;
};

}  // namespace spindrift
