# Shared by ./spindrift, ./test and the checks in tools: finds missing packages, installs them with apt, configures and builds.
# Sourced by bash; expects $root, the repository's folder. All output goes to stderr.
# shellcheck shell=bash disable=SC2034,SC2154  # variables shared with the scripts that source this

# use_preset NAME FOLDER: sets the preset and its build folder.
use_preset() {
  preset=$1
  build_dir=$root/build/$2
}
use_preset release release

# Requirements: a command, a header (or one of several) or a file, and the Debian/Ubuntu package that contains it.
core_needs=(
  g++:g++ cmake:cmake ninja:ninja-build
  tbb/parallel_for.h:libtbb-dev toml++/toml.h:libtomlplusplus-dev CLI/CLI.hpp:libcli11-dev
  fmt/core.h:libfmt-dev stb/stb_image_write.h:libstb-dev
)
test_needs=(
  gtest/gtest.h:libgtest-dev rapidcheck.h:librapidcheck-dev eigen3/Eigen/Core:libeigen3-dev pkg-config:pkg-config
)
# Optional: without them only a feature is missing. Compressed files, pictures of water, OpenVDB, the
# server of `view` (OpenVDB includes some of Boost, too), movies, `validate`.
wanted_needs=(
  zlib.h:zlib1g-dev 'embree3/rtcore.h|embree4/rtcore.h:libembree-dev' openvdb/openvdb.h:libopenvdb-dev
  boost/beast/websocket.hpp:libboost-dev ffmpeg:ffmpeg
  /usr/lib/python3/dist-packages/numpy:python3-numpy /usr/lib/python3/dist-packages/matplotlib:python3-matplotlib
)

say() { printf 'spindrift: %s\n' "$*" >&2; }

die() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# A header counts as present in the system's folders or in those of CPATH and CMAKE_PREFIX_PATH.
has_header() {
  local folder
  local -a folders
  IFS=: read -ra folders <<<"${CPATH-}"
  for folder in "${folders[@]}" /usr/include /usr/local/include /usr/include/*-linux-gnu; do
    [[ -n $folder && -e $folder/$1 ]] && return 0
  done
  IFS=':;' read -ra folders <<<"${CMAKE_PREFIX_PATH-}"
  for folder in "${folders[@]}"; do
    [[ -n $folder && -e $folder/include/$1 ]] && return 0
  done
  return 1
}

has() {
  case $1 in
    *"|"*) has "${1%%|*}" || has "${1#*|}" ;;
    /*) [[ -e $1 ]] ;;
    */* | *.h) has_header "$1" ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

missing_packages() {
  local need
  for need in "$@"; do
    has "${need%%:*}" || printf '%s ' "${need#*:}"
  done
}

apt_get() {
  local -a command=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)
  if ((EUID != 0)); then command=(sudo "${command[@]}"); fi
  "${command[@]}" "$@" >&2
}

# Once per call: what apt knows of packages may be old, or nothing.
update_lists() {
  [[ -n ${lists_are_new-} ]] && return
  lists_are_new=yes
  apt_get update || say "apt-get update failed; trying with the package lists that are here"
}

# Says whether the packages could not be installed because this release does not have them.
die_without() {
  local package unknown=
  for package in $1; do
    apt-cache show "$package" >/dev/null 2>&1 || unknown+=" $package"
  done
  [[ -z $unknown ]] || die 2 "this system's package lists do not have:$unknown" \
    "(Debian 12, Ubuntu 24.04 and later have all that is needed; on Ubuntu in the component 'universe')"
  die 2 "could not install: $1"
}

# install_missing NEED...: installs the packages of the needs that are not met, or says which they are and ends with 2.
install_missing() {
  local missing
  missing=$(missing_packages "$@")
  missing=${missing% }
  [[ -z $missing ]] && return
  command -v apt-get >/dev/null ||
    die 2 "missing packages (Debian names; there is no apt here to install them): $missing"
  ((EUID == 0)) || command -v sudo >/dev/null ||
    die 2 "missing packages, and neither root nor sudo to install them; run as root: apt-get install $missing"
  say "installing $missing"
  update_lists
  # shellcheck disable=SC2086  # one word per package
  apt_get install -y --no-install-recommends $missing || die_without "$missing"
  missing=$(missing_packages "$@")
  missing=${missing% }
  [[ -z $missing ]] || die 2 "still missing after the installation: $missing"
}

# try_to_install NEED...: the same, but a failure only costs a feature.
try_to_install() {
  local missing
  missing=$(missing_packages "$@")
  missing=${missing% }
  [[ -n $missing ]] || return 0
  command -v apt-get >/dev/null || return 0
  ((EUID == 0)) || command -v sudo >/dev/null || return 0
  say "installing $missing"
  update_lists
  local package
  for package in $missing; do  # one by one: where one does not exist, the others are still of use
    apt_get install -y --no-install-recommends "$package" || say "going on without $package"
  done
}

# install_wanted NEED...: what a build makes use of, before the first one.
install_wanted() { [[ -f $build_dir/build.ninja ]] || try_to_install "$@"; }

# install_once NAME NEED...: what is used beside the build, tried once in this tree.
install_once() {
  local tried=$build_dir/.tried_$1
  shift
  [[ -e $tried ]] && return
  try_to_install "$@"
  mkdir -p "$build_dir" && : >"$tried"
}

# install_tool NEED: what a check uses, if it is to be had here. The check says what it does without.
install_tool() { (install_missing "$1") || say "going on without ${1#*:}"; }

# configure ON|OFF: with or without the tests. A tree configured with them stays so.
configure() {
  local tests=$1
  if [[ -f $build_dir/build.ninja ]]; then
    [[ $tests == OFF ]] && return
    grep -q '^SPINDRIFT_TESTS:BOOL=ON$' "$build_dir/CMakeCache.txt" && return
  fi
  say "configuring ${build_dir#"$root"/}"
  (cd "$root" && cmake --preset "$preset" -B "$build_dir" -DSPINDRIFT_TESTS="$tests" >&2) || die 1 "configuring failed"
}

# build TARGET...: brings the targets up to date; silent when nothing is to be done.
build() {
  local quiet='no work to do|Re-checking globbed directories|Entering directory'
  ninja -C "$build_dir" "$@" 2>&1 | { grep --line-buffered -vE "$quiet" >&2 || true; } || die 1 "building failed"
}

# prepare ON|OFF TARGET...: configures and builds, one call at a time in this tree.
prepare() {
  local tests=$1
  shift
  mkdir -p "$build_dir"
  exec 9>"$build_dir/.lock"
  if command -v flock >/dev/null; then flock 9; fi
  configure "$tests"
  build "$@"
  exec 9>&-
}
