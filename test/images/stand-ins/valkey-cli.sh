#!/bin/bash
# PING, after AUTH with REDISCLI_AUTH.
set -euo pipefail
exec 3<>/dev/tcp/127.0.0.1/6379
printf 'AUTH %s\r\nPING\r\n' "$REDISCLI_AUTH" >&3
read -r -t 3 first <&3
read -r -t 3 second <&3
[ "$first$second" = $'+OK\r+PONG\r' ]
