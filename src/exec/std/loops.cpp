// Loops on std::thread, without dependencies: loops of a pool run on a team, loops outside of any pool on this thread.
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "exec/parallel.h"
#include "exec/threads/team.h"

namespace spindrift {

namespace {

// Teams that no pool uses at present. A browser creates threads slowly, keeps ended ones until it collects them, and
// cannot create one while another thread waits for it. So pools share teams, whose threads never end.
class IdleTeams {
 public:
  std::unique_ptr<Team> take(int threads) {
    {
      const std::lock_guard lock(mutex_);
      const auto found =
          std::find_if(teams_.begin(), teams_.end(), [&](const auto& team) { return team->threads() == threads; });
      if (found != teams_.end()) {
        std::swap(*found, teams_.back());
        std::unique_ptr<Team> team = std::move(teams_.back());
        teams_.pop_back();
        return team;
      }
      teams_.reserve(++made_);  // so that give_back allocates nothing
    }
    return std::make_unique<Team>(threads);
  }

  void give_back(std::unique_ptr<Team> team) {
    const std::lock_guard lock(mutex_);
    teams_.push_back(std::move(team));
  }

  static IdleTeams& here() {
    static IdleTeams& teams = *new IdleTeams;
    return teams;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Team>> teams_;
  std::size_t made_ = 0;
};

struct BorrowedTeam {
  explicit BorrowedTeam(int threads) : team(IdleTeams::here().take(threads)) {}
  ~BorrowedTeam() { IdleTeams::here().give_back(std::move(team)); }
  BorrowedTeam(const BorrowedTeam&) = delete;
  BorrowedTeam& operator=(const BorrowedTeam&) = delete;
  std::unique_ptr<Team> team;
};

}  // namespace

struct ThreadPool::Arena {};

ThreadPool::ThreadPool(int threads) : threads_(pool_threads(threads)) {}

ThreadPool::~ThreadPool() = default;

void ThreadPool::run(FunctionRef<void()> work) {
  const BorrowedTeam borrowed(threads_);
  const Team::Leads leads(borrowed.team.get());
  work();
}

int thread_count() { return Team::here() ? Team::here()->threads() : 1; }
int thread_number() { return Team::number_here(); }

void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run) {
  if (Team* team = Team::here(); team && !Team::is_in_piece()) return team->run_pieces(pieces, run);
  for (std::size_t i = 0; i < pieces; ++i) run(i);
}

}  // namespace spindrift
