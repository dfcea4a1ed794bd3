#!/usr/bin/env bash
# Proves a deployment on real engines, and prints a verdict:
#
#   deploy/verify.sh              builds the image and starts docker-compose.yml with Kafka, MongoDB and Valkey
#   deploy/verify.sh kind         the same image on a kind cluster, with the manifests of deploy/k8s
#   deploy/verify.sh flows        only the flows, against the running server of VERIFY_ENV
#
#   --dry-run   prints the steps and runs none
#   --keep      leaves everything running at the end
#
# VERIFY_ENV is a file of settings (.env) to use instead of fresh secrets.
#
# Needs Node 20.19, curl, and Docker with Compose, or Docker, kind and kubectl. It uses its own project, volumes, secrets and port
# (VERIFY_PORT, 3900), and removes them at the end. Don't run it beside a Countersign of docker-compose.yml: both use the same subnet.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/verify/flows.sh
source deploy/verify/flows.sh

target=compose dry_run='' keep=''
for argument in "$@"; do
  case $argument in
    compose | kind | flows) target=$argument ;;
    --dry-run) dry_run=yes ;;
    --keep) keep=yes ;;
    *) sed -n '2,17s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2 ;;
  esac
done

port=${VERIFY_PORT:-3900}
version=$(node -p 'require("./package.json").version')
image=countersign:$version
folder=$(mktemp -d)
env_file=${VERIFY_ENV:-$folder/env}
url=${VERIFY_URL:-http://localhost:$port}
forward=''
current='nothing'
started=$SECONDS

# Runs a command as a step with a title. The first step that fails ends the run.
step() {
  current=$1
  shift
  printf '> %s\n' "$current"
  if [ -n "$dry_run" ]; then
    printf '  %s\n' "$*"
    return
  fi
  local before=$SECONDS
  # Not with `||`: bash would then ignore failures inside of a function.
  "$@"
  printf '  ok, %s s\n' $((SECONDS - before))
}

make_env() {
  if [ -n "${VERIFY_ENV:-}" ]; then return; fi
  node scripts/make-env.mjs --file "$env_file" >"$folder/make-env.log"
  sed -i "s#^PUBLIC_URL=.*#PUBLIC_URL=$url#" "$env_file"
  printf 'PUBLISH_PORT=%s\n' "$port" >>"$env_file"
}

# Waits until every service behind the gateway answers, ten minutes at most.
wait_ready() {
  local attempt
  for attempt in $(seq "${VERIFY_ATTEMPTS:-300}"); do
    if curl -fsS -o "$folder/health" "$url/health/ready" 2>"$folder/curl.log"; then return; fi
    sleep 2
  done
  printf 'not ready after %s attempts: %s\n' "$attempt" "$(cat "$folder/curl.log")" >&2
  return 1
}

compose() {
  docker compose --project-name countersign-verify --env-file "$env_file" "$@"
}

verify_compose() {
  step 'make secrets' make_env
  step 'build the image, start the engines and services' compose up --detach --build
  step 'wait until the server is ready' wait_ready
  run_flows
  step 'kill the five services, as a crash would' compose kill --signal SIGKILL gateway issuer verifier status webhook-dispatcher
  step 'start them again' compose up --detach
  step 'wait until the server is ready' wait_ready
  run_flows_after_restart
  step 'restart the engines' compose restart kafka mongo valkey
  step 'wait until the server is ready' wait_ready
  run_flows_after_restart
}

kube() {
  kubectl --context kind-countersign-verify "$@"
}

make_secrets() {
  local mongo redis
  mongo=$(setting MONGODB_PASSWORD) redis=$(setting REDIS_PASSWORD)
  {
    grep -E '^(MASTER_KEY|INTERNAL_SECRET|AUTH_API_KEY|AUTH_CLIENT_SECRET|JWT_SECRET)=' "$env_file"
    printf 'MONGODB_URL=mongodb://countersign:%s@mongo.countersign-engines.svc:27017/?authSource=admin\n' "$mongo"
    printf 'REDIS_URL=redis://:%s@valkey.countersign-engines.svc:6379\n' "$redis"
  } >"$folder/secrets"
  printf 'MONGODB_PASSWORD=%s\nREDIS_PASSWORD=%s\n' "$mongo" "$redis" >"$folder/engine-secrets"
  kube create namespace countersign
  kube --namespace countersign create secret generic countersign --from-env-file "$folder/secrets"
  kube --namespace countersign-engines create secret generic engines --from-env-file "$folder/engine-secrets"
}

wait_rollout() {
  local each
  for each in gateway issuer verifier status webhook-dispatcher; do
    kube --namespace countersign rollout status "deployment/$each" --timeout 600s
  done
}

# Port forwarding ends with the pod that it leads to.
forward_port() {
  stop_forwarding
  kube --namespace countersign port-forward service/gateway "$port:3000" >"$folder/forward.log" 2>&1 &
  forward=$!
}

stop_forwarding() {
  if [ -n "$forward" ]; then kill "$forward" 2>/dev/null || true; fi
  forward=''
}

verify_kind() {
  # deploy/verify/kind/settings.env has this port in PUBLIC_URL.
  port=3900 url=${VERIFY_URL:-http://localhost:3900}
  step 'make secrets' make_env
  step 'build the image' docker build --tag "$image" .
  step 'create a cluster' kind create cluster --name countersign-verify --wait 300s
  step 'load the image' kind load docker-image "$image" --name countersign-verify
  step 'create the namespace of the engines' kube create namespace countersign-engines
  step 'label it, as the network policies expect' kube label namespace countersign-engines countersign/engines=true
  step 'create the secrets' make_secrets
  step 'start the engines' kube apply --filename deploy/verify/kind/engines.yaml
  step 'wait for the engines' kube --namespace countersign-engines wait --for condition=available deployment --all --timeout 600s
  step 'apply the manifests' kube apply --kustomize deploy/verify/kind
  step 'wait for the services' wait_rollout
  step 'forward the port of the gateway' forward_port
  step 'wait until the server is ready' wait_ready
  run_flows
  step 'delete every pod, as the loss of a node would' kube --namespace countersign delete pod --all --grace-period 0 --force
  step 'wait for the services' wait_rollout
  step 'forward the port of the gateway' forward_port
  step 'wait until the server is ready' wait_ready
  run_flows_after_restart
  step 'replace every pod, as an update would' kube --namespace countersign rollout restart deployment
  step 'wait for the services' wait_rollout
  step 'forward the port of the gateway' forward_port
  step 'wait until the server is ready' wait_ready
  run_flows_after_restart
}

verify_flows() {
  url=$(setting PUBLIC_URL)
  step 'wait until the server is ready' wait_ready
  run_flows
}

tools() {
  if [ "$target" = compose ]; then docker compose version; fi
  if [ "$target" = kind ]; then kind version && kube version --output yaml | grep gitVersion | tail -1; fi
  if [ "$target" != flows ]; then docker version --format 'Docker {{.Server.Version}}'; fi
}

finish() {
  local code=$?
  if [ -z "$dry_run" ]; then
    if [ "$code" = 0 ]; then
      printf '\nVERIFIED (%s): Countersign %s, commit %s, %s, in %s s\n' "$target" "$version" \
        "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)" "$(date -u +%Y-%m-%d)" $((SECONDS - started))
      tools || true
    else
      printf '\nFAILED (%s) at: %s\n' "$target" "$current"
      if [ "$target" = compose ]; then compose logs --tail 40 || true; fi
      if [ "$target" = kind ]; then kube get pods --all-namespaces || true; fi
    fi
  fi
  stop_forwarding
  if [ -z "$keep$dry_run" ]; then
    if [ "$target" = compose ]; then compose down --volumes --remove-orphans || true; fi
    if [ "$target" = kind ]; then kind delete cluster --name countersign-verify || true; fi
  fi
  if [ -z "$keep" ]; then rm -rf "$folder"; else printf 'secrets and wallet: %s\n' "$folder"; fi
  if [ "$code" != 0 ]; then exit 1; fi
}
trap finish EXIT

"verify_$target"
