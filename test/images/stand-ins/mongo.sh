#!/bin/bash
# As the image mongo does: the user of MONGO_INITDB_ROOT_... is made in an empty store, and from then on asked for.
set -euo pipefail
: > /tmp/secantusd.toml
server=(python3 -m secantus --config /tmp/secantusd.toml --storage-path /data/db --standalone --sync-on-commit --cache-size 256M --log-level WARNING)
if [ ! -e /data/db/.prepared ]; then
  "${server[@]}" --host 127.0.0.1 --port 27018 &
  node /stand-in/mongosh.mjs create 27018
  kill -TERM $!
  wait $! || true
  touch /data/db/.prepared
fi
exec "${server[@]}" --host 0.0.0.0 --port 27017 --auth
