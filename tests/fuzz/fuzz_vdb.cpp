// OpenVDB files. Their reader is not ours and runs in a process of its own, where it may crash: what must hold is that
// ours goes on, and in time.
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "formats/vdb/read_vdb.h"
#include "formats/vdb/vdb.h"
#include "run/pictures/dense_smoke.h"

namespace {

// The child shall die without leaving its input as that of a crash.
void forget_the_fuzzer() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGXCPU}) std::signal(signal, SIG_DFL);
  __sanitizer_set_death_callback([] { ::_exit(1); });
}

std::string make_file_name() {
  pthread_atfork(nullptr, nullptr, forget_the_fuzzer);
  const char* folder = std::getenv("TMPDIR");
  return std::string(folder ? folder : "/tmp") + "/fuzz_" + std::to_string(::getpid()) + ".vdb";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file = make_file_name();
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  (void)spindrift::vdb_info(file);
  spindrift::DomainSettings domain;
  domain.size = {{1.0, 1.0, 0.125}};  // of the smoke in tools/fuzz, in both dimensions
  domain.resolution = 8;
  if (const auto read = spindrift::read_vdb_smoke(file, domain); read) {
    spindrift::Scene scene;
    scene.domain = domain;
    (void)spindrift::dense_smoke(scene, 0.0, *read);
  }
  ::unlink(file.c_str());
  return 0;
}
