// Threads that wait awake for the next loop for a while, so that a step of many short loops costs a microsecond each
// and not the time to wake threads. Each thread begins with its own share of a loop's pieces, the same in every loop of
// that size, which it finds in its cache; then it helps the others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "exec/parallel.h"

namespace spindrift {

int pool_threads(int wanted);  // at most 4096; 0 = one for each core

class Team {
 public:
  explicit Team(int threads);  // including the leader; the others start with the first loop
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(shares_.size()); }

  // Called by one thread at a time, which takes part. Rethrows the first exception of a piece; pieces not yet started
  // are skipped.
  void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run);

  // The team of this thread, or null, and the thread's number in it.
  static Team* here();
  static int number_here();
  static bool is_in_piece();  // loops inside of a piece run on one thread

  // Makes this thread the leader of a team during its life.
  class Leads {
   public:
    explicit Leads(Team* team);
    ~Leads();
    Leads(const Leads&) = delete;
    Leads& operator=(const Leads&) = delete;

   private:
    Team* before_;
    int number_before_;
    bool was_in_piece_;
  };

 private:
  // The pieces of one thread, on their own cache line.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
  };

  void start();
  void serve(int number);
  void wait_for_loop(std::uint64_t seen);
  void take_part(int number);
  void run_piece(std::size_t piece);

  const bool has_core_for_each_;  // otherwise waiting awake blocks another thread
  std::vector<Share> shares_;
  const FunctionRef<void(std::size_t)>* run_ = nullptr;

  // Odd during a loop. A member increments `inside_` and checks `loop_` again before it accesses the loop; the next
  // loop is prepared when `inside_` is zero.
  alignas(64) std::atomic<std::uint64_t> loop_ = 0;
  alignas(64) std::atomic<int> inside_ = 0;
  alignas(64) std::atomic<std::size_t> left_ = 0;  // pieces that have not ended
  std::atomic<bool> has_failed_ = false;
  std::exception_ptr failure_;

  std::atomic<bool> is_ending_ = false;
  std::atomic<int> sleepers_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool has_started_ = false;
  std::vector<std::thread> members_;
};

}  // namespace spindrift
