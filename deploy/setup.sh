#!/usr/bin/env bash
# Installs the Debian packages that building and testing need. Does nothing where they are there. Root, or sudo.
# usage: deploy/setup.sh [build|test]     (test adds what only the tests use; default: build)
set -euo pipefail

build=(
  librdkafka-dev        # Kafka client
  libosmium2-dev        # reads OpenStreetMap extracts (header-only; the three below are what it links)
  zlib1g-dev libbz2-dev libexpat1-dev
  g++                   # the C++ standard library that libosmium is compiled against
  libsodium-dev         # seals route tokens
  libprotobuf-c-dev     # wire format
  libmicrohttpd-dev     # probes and metrics
  pkg-config
)
test=(
  protobuf-c-compiler protobuf-compiler libprotobuf-dev   # the generated code is checked against the schemas
  python3 python3-venv                                    # independent clients and validators
)

command -v swift >/dev/null || {
  echo "setup.sh: Swift is missing: install Swift 6.3 or newer (https://www.swift.org/install/linux/) and put it on the PATH" >&2
  exit 69
}

wanted=("${build[@]}")
[ "${1:-build}" = test ] && wanted+=("${test[@]}")
missing=()
for package in "${wanted[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup.sh: run as root, or install sudo, to install: ${missing[*]}" >&2; exit 77; }
  as_root=(sudo)
fi
echo "setup.sh: installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
