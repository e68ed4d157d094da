#include "formats/files/guarded_read.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace spindrift {
namespace {

// The addresses that this process has in use; 0 if that cannot be told. Sanitizers reserve many terabytes of them.
rlim_t bytes_in_use() {
  unsigned long long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
  std::fclose(file);
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

void limit(int resource, rlim_t value) {
  const rlimit limits{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

[[noreturn]] void run_child(int output, const std::function<std::string()>& read, const ReadLimits& most) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(most.seconds));
  ::alarm(60 + 10 * static_cast<unsigned>(most.seconds));  // should it wait for something that never comes
  if (const rlim_t used = bytes_in_use(); used > 0) limit(RLIMIT_AS, used + most.bytes);
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  try {
    const std::string text = read();
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t bytes = ::write(output, text.data() + sent, text.size() - sent);
      if (bytes <= 0) ::_exit(1);
      sent += static_cast<std::size_t>(bytes);
    }
    ::_exit(0);
  } catch (...) {
    ::_exit(1);
  }
}

// The process that reads, seen from the one that asked. It has ended when this does.
class Child {
 public:
  Child(pid_t process, int output) : process_(process), output_(output) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  std::string all_output() const {
    std::string text;
    char block[1 << 16];
    while (process_ > 0) {
      const ssize_t bytes = ::read(output_, block, sizeof block);
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes <= 0) break;
      text.append(block, static_cast<std::size_t>(bytes));
    }
    return text;
  }
  bool end() {  // whether all went well
    if (output_ >= 0) ::close(std::exchange(output_, -1));
    const pid_t process = std::exchange(process_, -1);
    int status = 0;
    while (process > 0 && ::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  pid_t process_;
  int output_;
};

}  // namespace

std::optional<std::string> read_guarded(const std::function<std::string()>& read, const ReadLimits& most) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  const pid_t process = ::fork();
  if (process == 0) run_child(ends[1], read, most);
  ::close(ends[1]);
  Child child(process, ends[0]);
  std::string text = child.all_output();
  return child.end() ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace spindrift
