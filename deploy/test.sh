#!/usr/bin/env bash
# Every test: the Swift suites, the schemas against an independent protobuf, the program as processes against a real broker,
# and the demo. Installs what is missing. Ends 0 only when all of it passed.
# usage: deploy/test.sh                       all of it
#        deploy/test.sh --sanitize thread     the Swift suites under the thread sanitizer (or: address)
#        deploy/test.sh STEP...               some of: lint swift schemas processes demo
# EXTERNAL_BOOTSTRAP=host:port   runs the process tests against that broker as well
# SEEDS=N                        how many seeds each scenario takes
# PROCESS_TESTS_AT_ONCE=N        how many modules of process tests run at once (2)
set -euo pipefail
shopt -s inherit_errexit    # a step that fails inside $(...) ends the run as well
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SHARED_DIR=${SHARED_DIR:-$(cd .. && pwd)/shared}
work=$PWD/.build/tests
mkdir -p "$work"

say() { printf '\n== %s\n' "$*" >&2; }

lint() {
  say "lint"
  swift format lint --strict --recursive --parallel Sources Tests Package.swift
}

swift_suites() {
  say "Swift suites"
  swift build --build-tests -Xswiftc -warnings-as-errors
  # The tests of the brokers do next to nothing but wait, and would hold the threads of the others while they do: beside them.
  local brokers='^(BrokerTests|KafkaBrokerTests)\.' bootstrap= noida= folder=
  if [ "$(uname -m)" = x86_64 ]; then
    # The broker contract is shown on noida-db too, which exists for x86_64 only.
    read -r bootstrap noida folder < <(Tests/Support/brokers/start-noida.sh)
  fi
  # For the tests alone: to the program every NAVIGATOR_ variable is a setting.
  env ${bootstrap:+NAVIGATOR_TEST_BOOTSTRAP="$bootstrap"} swift test --skip-build --ignore-lock --parallel --filter "$brokers" \
    > "$work/brokers.log" 2>&1 &
  local beside=$!
  local clear="rm -rf '$folder'; kill $noida"
  trap "{ $clear $beside; } 2>/dev/null || :" EXIT
  swift test --skip-build --ignore-lock --parallel --skip "$brokers"
  say "Swift suites of the brokers"
  local status=0
  wait "$beside" || status=$?
  trap "{ $clear; } 2>/dev/null || :" EXIT
  cat "$work/brokers.log"
  [ "$status" = 0 ] || exit "$status"
  # To the runner a filter that fits nothing is no failure.
  grep -qE 'Test run with [1-9][0-9]* tests? .* passed' "$work/brokers.log" || { echo "test.sh: no broker test ran" >&2; exit 1; }
}

sanitized() {
  say "Swift suites under the $1 sanitizer"
  local scratch=.build/sanitize-$1
  if [ "$1" = thread ]; then
    export NAVIGATOR_THREAD_SANITIZER=1    # links the pthread-backed C11 threads that the sanitizer can follow
    export TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/Tests/Support/Sanitizers/thread.supp"
  else
    export ASAN_OPTIONS="detect_leaks=0"
  fi
  swift build --build-tests --sanitize="$1" --scratch-path "$scratch"
  swift test --skip-build --sanitize="$1" --scratch-path "$scratch"
}

python() {
  local venv=$work/venv
  local key; key=$(sha256sum Tests/ProcessTests/requirements.txt)
  if [ "$(cat "$venv/made-from" 2>/dev/null)" != "$key" ]; then
    local base=/usr/bin/python3; [ -x "$base" ] || base=python3
    "$base" -m venv --clear "$venv" >&2
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r Tests/ProcessTests/requirements.txt >&2
    echo "$key" > "$venv/made-from"
  fi
  echo "$venv/bin/python"
}

schemas() {
  say "schemas: generated code, examples by Python's protobuf, asyncapi.yaml"
  schemas/generate.sh --check
  local python; python=$(python)
  "$python" schemas/validate_examples.py
}

release_binary() {
  swift build -c release --product navigator >&2
  echo "$(swift build -c release --product navigator --show-bin-path)/navigator"
}

processes() {
  say "processes: the program against a real broker process"
  [ -d "$SHARED_DIR/data" ] || echo "test.sh: $SHARED_DIR is not there: the process tests keep to the shipped map and its simulated trips" >&2
  local navigator python
  navigator=$(release_binary)
  python=$(python)
  NAVIGATOR=$navigator "$python" Tests/ProcessTests/run.py
}

demo() {
  say "demo"
  local navigator; navigator=$(release_binary)
  "$navigator" demo --map "$work/trips.html"
  "$navigator" demo --json > "$work/demo.jsonl"
  [ -s "$work/trips.html" ] && [ -s "$work/demo.jsonl" ]
}

deploy/setup.sh test
case ${1:-} in
  "")
    lint; swift_suites; schemas; processes; demo ;;
  --sanitize)
    case ${2:-} in thread | address) sanitized "$2" ;; *) echo "test.sh: --sanitize takes thread or address" >&2; exit 64 ;; esac ;;
  *)
    for step in "$@"; do
      case $step in
        lint | schemas | processes | demo) "$step" ;;
        swift) swift_suites ;;
        *) echo "test.sh: unknown step $step (lint, swift, schemas, processes, demo)" >&2; exit 64 ;;
      esac
    done ;;
esac
say "all passed"
