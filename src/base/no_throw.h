// No exception leaves the library: what the standard library, a dependency or a callback throws becomes an Error.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

// The error of the exception being handled. `out of memory while DOING`, or just `out of memory` if there is no memory
// for more.
Error error_of_exception(const char* doing) noexcept;

// Returns work(), a Result, and turns exceptions into its error. `doing` describes the work, as in `reading a scene`.
template <class Work>
auto no_throw(const char* doing, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return error_of_exception(doing);
  }
}

// Returns work(), a text for people, or the short text `otherwise` if there is no memory.
template <class Work>
std::string text_or(const char* otherwise, Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return otherwise;
  }
}

// Guards an object: after an exception in a change it refuses all further use.
class Intact {
 public:
  explicit Intact(const char* doing) : doing_(doing) {}  // for no_throw

  // Returns work(), a Result; work changes the object.
  template <class Work>
  auto change(Work&& work) -> decltype(work()) {
    return look([&] {
      const ChangeUnderWay change(state_);
      auto result = work();
      state_ = State::kIntact;
      return result;
    });
  }
  // Returns work(), a Result; work does not change the object.
  template <class Work>
  auto look(Work&& work) const -> decltype(work()) {
    return no_throw(doing_, [&]() -> decltype(work()) {
      if (state_ == State::kChanging)
        return Error{ErrorCode::kRunFailed,
                     "in use: another call, by an observer or on another thread, has not returned"};
      if (state_ == State::kBroken)
        return Error{ErrorCode::kRunFailed, "unusable: an exception interrupted an earlier call; create a new object"};
      return work();
    });
  }

 private:
  enum class State { kIntact, kChanging, kBroken };
  // Marks the object as broken if the work does not finish.
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
