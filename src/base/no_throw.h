// No exception leaves the library: what the standard library, a dependency or a callback throws becomes an Error.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

// What the exception says that is being handled; `out of memory while DOING`, or just the first three words if there is
// no memory for more.
Error error_of_exception(const char* doing) noexcept;

// work(), which returns a Result; running out of memory is its error, too. `doing` says what the work is, as `reading a
// scene`.
template <class Work>
auto no_throw(const char* doing, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return error_of_exception(doing);
  }
}

// A text for people to read, or `otherwise`, a few letters, if there is no memory for it.
template <class Work>
std::string text_or(const char* otherwise, Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return otherwise;
  }
}

// Guards an object with a state: work that an exception cut short leaves something that nobody may use any more.
class Intact {
 public:
  explicit Intact(const char* doing) : doing_(doing) {}  // what no_throw is told

  // work(), which returns a Result and changes the object.
  template <class Work>
  auto change(Work&& work) -> decltype(work()) {
    return look([&] {
      const ChangeUnderWay change(state_);
      auto result = work();
      state_ = State::kIntact;
      return result;
    });
  }
  // The same for work that leaves the object as it is.
  template <class Work>
  auto look(Work&& work) const -> decltype(work()) {
    return no_throw(doing_, [&]() -> decltype(work()) {
      if (state_ == State::kChanging)
        return Error{ErrorCode::kRunFailed, "in use: another call, of an observer or of another thread, has not ended"};
      if (state_ == State::kBroken)
        return Error{ErrorCode::kRunFailed, "of no use any more: an earlier call was broken off"};
      return work();
    });
  }

 private:
  enum class State { kIntact, kChanging, kBroken };
  // Broken at the end, if that comes before the work is done.
  struct ChangeUnderWay {
    explicit ChangeUnderWay(State& of) : state(of) { state = State::kChanging; }
    ~ChangeUnderWay() {
      if (state == State::kChanging) state = State::kBroken;
    }
    State& state;
  };

  const char* doing_;
  State state_ = State::kIntact;
};

}  // namespace spindrift
