# Finds an Emscripten that is new enough for the core, or installs one. Sourced by bash after tools/setup.sh. All output goes to
# stderr.
#   find_emscripten    sets and exports SPINDRIFT_EMSCRIPTEN, the folder of emcc; fails if there is none
#   get_emscripten     calls find_emscripten, and installs or downloads Emscripten if it fails
# Debian 12's Emscripten is too old. There, Debian 13's is unpacked into a separate folder, without touching the system: its C++
# tools with their C library, and Debian 12's clang 19 as compiler.
# shellcheck shell=bash disable=SC2154  # $root and the functions of setup.sh

least_emscripten=3.1.50
debian_with_emscripten=trixie
emscripten_packages=(emscripten binaryen libc6 libgcc-s1 libstdc++6 node-acorn)
emscripten_home=${XDG_CACHE_HOME:-${HOME:-$root/build}/.cache}/spindrift/emscripten
web_needs=(
  g++:g++ cmake:cmake ninja:ninja-build fmt/core.h:libfmt-dev toml++/toml.h:libtomlplusplus-dev
  python3:python3 node:nodejs
)

# Of the page itself.
page_needs=(node:nodejs npm:npm)

is_new_enough() { printf '%s\n' "$least_emscripten" "$1" | sort -V -C; }

# use_emcc PATH: takes this emcc, if it runs and is new enough.
use_emcc() {
  local folder version
  folder=$(dirname "$(readlink -f "$1")")
  [[ -e $folder/cmake/Modules/Platform/Emscripten.cmake ]] || return 1
  version=$("$1" --version 2>/dev/null | sed -n '1s/.*) \([0-9][0-9.]*\).*/\1/p')
  [[ -n $version ]] && is_new_enough "$version" || return 1
  export SPINDRIFT_EMSCRIPTEN=$folder
}

find_emscripten() {
  if command -v emcc >/dev/null && use_emcc "$(command -v emcc)"; then return; fi
  [[ -e $emscripten_home/complete ]] && use_emcc "$emscripten_home/usr/share/emscripten/emcc"
}

get_emscripten() {
  find_emscripten && return
  command -v apt-get >/dev/null || { say "no Emscripten from $least_emscripten on, and no apt to get one"; return 1; }
  (install_missing "${web_needs[@]}") || return 1
  if [[ -z $(apt-cache madison emscripten 2>/dev/null) ]]; then update_lists; fi
  local offered
  offered=$(apt-cache madison emscripten | awk '{print $3; exit}')
  if [[ -n $offered ]] && is_new_enough "$offered"; then
    (install_missing emcc:emscripten) || return 1
  else
    fetch_emscripten || { say "could not get Emscripten"; return 1; }
  fi
  find_emscripten || { say "Emscripten is here, but does not run"; return 1; }
}

# The release that the packages above come from, from where this system has its own.
newer_debian() {
  local codename
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME-}")
  apt-get indextargets --no-release-info --format "\$(RELEASE) \$(COMPONENT) \$(REPO_URI)" 'Created-By: Packages' |
    awk -v codename="$codename" -v newer="$debian_with_emscripten" '
      $1 == codename && $2 == "main" { print "deb", $3, newer, "main"; exit }'
}

fetch_emscripten() (
  set -e
  [[ $(. /etc/os-release && printf '%s' "${ID-}") == debian ]] || { say "only Debian's Emscripten can be fetched"; exit 1; }
  (install_missing clang++-19:clang-19 wasm-ld-19:lld-19 llvm-ar-19:llvm-19 xz:xz-utils)
  say "fetching Emscripten of Debian $debian_with_emscripten into $emscripten_home, about 250 MB"
  rm -rf "$emscripten_home"
  mkdir -p "$emscripten_home"/apt/{lists/partial,cache/archives/partial}
  cd "$emscripten_home/apt"
  newer_debian >sources.list
  [[ -s sources.list ]] || { say "found no address of Debian's packages in apt's sources"; exit 1; }
  : >status
  local -a options=(
    -q -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State="$PWD"
    -o Dir::State::status="$PWD/status" -o Dir::Cache="$PWD/cache" -o Acquire::Languages=none
    -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update >&2
  apt-get "${options[@]}" download "${emscripten_packages[@]}" >&2
  unpack_emscripten
  cd ..
  rm -rf apt
  configure_emscripten
  touch complete
)

# Without the libraries for what is not built here: three quarters of all.
unpack_emscripten() {
  local package
  for package in *.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$emscripten_home" --exclude='*/wasm32-emscripten/lto' \
      --exclude='*/wasm32-emscripten/lto-pic' --exclude='*/wasm32-emscripten/pic' --exclude='./usr/share/emscripten/test' \
      --exclude='*-debug*.a' --exclude='./usr/share/doc' --exclude='./usr/share/locale' --exclude='./usr/lib/*/gconv'
  done
}

configure_emscripten() {
  local libraries binaries=$emscripten_home/usr/bin tool
  libraries=$(dirname "$(find "$emscripten_home/usr/lib" -name 'libc.so.6')")
  for tool in "$binaries"/wasm-*; do
    mv "$tool" "$tool.real"
    printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' \
      "$libraries"/ld-linux-*.so.* "$libraries" "$tool.real" >"$tool"
    chmod +x "$tool"
  done
  mkdir -p "$emscripten_home/usr/share/emscripten/node_modules"
  cp -r "$emscripten_home/usr/share/nodejs/acorn" "$emscripten_home/usr/share/emscripten/node_modules/"
  cat >"$emscripten_home/usr/share/emscripten/.emscripten" <<END
LLVM_ROOT = '$(dirname "$(readlink -f "$(command -v clang-19)")")'
BINARYEN_ROOT = '$emscripten_home/usr'
NODE_JS = '$(command -v node)'
CACHE = '$emscripten_home/usr/share/emscripten/cache'
FROZEN_CACHE = True
END
}
