# shellcheck shell=bash
# The flows that deploy/verify.sh runs: a backend with curl, and a wallet with countersign-wallet. They use $url, $folder, $env_file and `step`.
# shellcheck disable=SC2154

setting() {
  sed -n "s/^$1=//p" "$env_file" | tail -1
}

# Calls the management API of variant A, and fails with the server's explanation.
api() {
  local method=$1 path=$2 body=${3:-}
  local arguments=(--silent --show-error --fail-with-body --request "$method" --header "x-api-key: $(setting AUTH_API_KEY)")
  if [ -n "$body" ]; then arguments+=(--header 'content-type: application/json' --data "$body"); fi
  if [ -n "${key:-}" ]; then arguments+=(--header "idempotency-key: $key"); fi
  if ! curl "${arguments[@]}" --output "$folder/answer" "$url$path"; then
    cat "$folder/answer" >&2
    return 1
  fi
  cat "$folder/answer"
}

# Prints a member of the JSON on standard input.
member() {
  node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1 ?? ''"
}

# The wallet of a round: it must not choose between a valid and a revoked credential.
wallet() {
  node scripts/wallet.mjs "$@" --store "$folder/wallet-${holder:-1}.json"
}

# Waits until a session has the status, ten seconds at most.
wait_status() {
  local found=''
  for _ in $(seq 20); do
    found=$(api GET "/session/$1" | member status)
    if [ "$found" = "$2" ]; then return; fi
    sleep 0.5
  done
  printf 'session %s has the status %s, not %s\n' "$1" "$found" "$2" >&2
  return 1
}

issue() {
  local offer session
  offer=$(key=verify-offer-$1 api POST /vci/offer '{"response_type":"uri","credentialConfigurationIds":["pid"],"flow":"pre_authorized_code"}')
  session=$(member session <<<"$offer")
  wallet accept "$(member link <<<"$offer")"
  wait_status "$session" completed
  printf '%s' "$session" >"$folder/session"
}

# Asks for the credential. $1 is the expected end of the session.
present() {
  local request
  request=$(api POST /oid4vp '{"response_type":"uri","requestId":"name-check"}')
  if [ "$1" = verified ]; then
    wallet present "$(member link <<<"$request")"
    wait_status "$(member session <<<"$request")" verified
  elif wallet present "$(member link <<<"$request")"; then
    printf 'the server accepted a revoked credential\n' >&2
    return 1
  fi
}

revoke() {
  api POST /status-management "{\"sessionId\":\"$(cat "$folder/session")\",\"status\":1}"
  printf '\n'
  # Every replica has the change after half a second.
  sleep 2
}

# An earlier call with the same key: the answer must have survived.
repeat_offer() {
  local again
  again=$(key=verify-offer-1 api POST /vci/offer '{"response_type":"uri","credentialConfigurationIds":["pid"],"flow":"pre_authorized_code"}' | member session)
  if [ "$again" != "$(cat "$folder/first-session")" ]; then
    printf 'a repeated call created a second offer: %s\n' "$again" >&2
    return 1
  fi
}

keep_first() {
  cp "$folder/session" "$folder/first-session"
}

run_flows() {
  step 'issue a credential' issue 1
  step 'remember its session' keep_first
  step 'present it' present verified
}

# The credential and the answers from before must still count, and everything must work as before.
run_flows_after_restart() {
  round=$((${round:-1} + 1))
  step 'read the session from before' wait_status "$(cat "$folder/first-session" 2>/dev/null || true)" completed
  step 'repeat the first call' repeat_offer
  step 'present a credential that was issued before' present verified
  holder=$round
  step 'issue another one' issue "$round"
  step 'revoke it' revoke
  step 'have it refused' present refused
  holder=1
}
