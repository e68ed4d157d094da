// What the thread sanitizer must know of oneTBB, whose library it cannot look into: that work begins after it was
// handed out, and that it has ended when it is joined. There is one place for all work, so that of two loops that run
// side by side each seems to wait for the other's pieces. Nothing in other builds.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace spindrift {

#if defined(__SANITIZE_THREAD__)

inline char work_handed_out = 0, work_ended = 0;  // their addresses are all that counts

inline void note_handed_out() { __tsan_release(&work_handed_out); }
inline void note_begun() { __tsan_acquire(&work_handed_out); }
inline void note_ended() { __tsan_release(&work_ended); }
inline void note_joined() { __tsan_acquire(&work_ended); }

#else

inline void note_handed_out() {}
inline void note_begun() {}
inline void note_ended() {}
inline void note_joined() {}

#endif

}  // namespace spindrift
