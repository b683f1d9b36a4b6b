#!/usr/bin/env bash
# Starts noida-db, the broker of the tests, with a fresh data folder on a free loopback port and prints
#   HOST:PORT PID FOLDER
# End it by its pid, then remove the folder. Never restart it under a running client: it loses acknowledged writes.
# usage: read -r bootstrap pid folder < <(Tests/Support/brokers/start-noida.sh)
#        EXTERNAL_BOOTSTRAP=$bootstrap swift test --filter KafkaBrokerTests; kill "$pid"; rm -r "$folder"
# The program comes from PyPI, pinned by hash, into .build/tests/noida; x86_64 only. Needs python3-venv.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
venv=$here/../../../.build/tests/noida
key=$(sha256sum < "$here/requirements.txt")
if [ "$(cat "$venv/made-from" 2>/dev/null)" != "$key" ]; then
  base=/usr/bin/python3; [ -x "$base" ] || base=python3
  "$base" -m venv --clear "$venv" >&2
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$here/requirements.txt" >&2
  echo "$key" > "$venv/made-from"
fi
program=$("$venv/bin/python" -c 'import noida_db, os; print(os.path.join(os.path.dirname(noida_db.__file__), "noida-db"))')
chmod +x "$program"
port=$("$venv/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
folder=$(mktemp -d)
"$program" start --data-dir "$folder/data" --only kafka --kafka-port "$port" </dev/null >"$folder/log" 2>&1 &
pid=$!
for _ in $(seq 300); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "127.0.0.1:$port $pid $folder"
    exit 0
  fi
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.05
done
echo "start-noida.sh: noida-db did not start:" >&2
tail -20 "$folder/log" >&2
exit 1
