// Threads that stay together: between two loops they wait for the next one awake, for a while, so that a step of many
// short loops pays a microsecond for each and not the time it takes to wake threads. Each begins with its own share of
// a loop's pieces, the same in every loop over as many, and finds in its cache what it left there; when that is done it
// helps the others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "exec/leaf.h"

namespace spindrift {

int pool_threads(int wanted);  // as many, up to 4096; one for each of the machine's if none are named

class Team {
 public:
  explicit Team(int threads);  // with the one that leads; the others begin with the first loop
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(shares_.size()); }

  // Called by one thread at a time, which takes part. The first exception of a piece is thrown again at the end; pieces
  // that have not begun by then are left out.
  void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run);

  // The team that this thread leads or belongs to, null if there is none, and its number in it.
  static Team* here();
  static int number_here();
  static bool is_in_piece();  // loops inside of a piece are not spread any further

  // Makes a team that of this thread, until its end.
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
  // A thread's own pieces, on a cache line of their own.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
  };

  void start();
  void serve(int number);
  void wait_for_loop(std::uint64_t seen);
  void take_part(int number);
  void run_piece(std::size_t piece);

  const bool has_core_for_each_;  // otherwise one that waits awake keeps another from its work
  std::vector<Share> shares_;
  const FunctionRef<void(std::size_t)>* run_ = nullptr;

  // Odd while there is a loop. A member goes in and looks again before it touches anything of a loop; the next loop is
  // prepared when nobody is left inside.
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
