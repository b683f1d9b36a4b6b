#!/usr/bin/env bash
# Installs what is missing, builds, and runs the demo: two trips on an embedded broker and a shipped map.
# usage: deploy/demo.sh [options of `navigator demo`, e.g. --map trips.html or --json]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
deploy/setup.sh build
echo "demo.sh: building (some minutes the first time)" >&2
swift build -c release --product navigator >&2
exec "$(swift build -c release --product navigator --show-bin-path)/navigator" demo "$@"
