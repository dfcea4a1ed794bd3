/** Runs deploy/verify.sh with recording programs instead of docker, kind and kubectl, and a real server instead of the deployment. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSampleServer } from '../support/sample-server.ts';
import { runVerify, SCRIPT } from '../support/verify-script.ts';

const ROOT = join(SCRIPT, '../..');

test('a dry run prints the steps and calls nothing', async (t) => {
  for (const [target, wanted] of [
    [
      'compose',
      /compose up --detach --build\n[\s\S]*present verified\n[\s\S]*compose kill[\s\S]*compose restart kafka mongo valkey/,
    ],
    [
      'kind',
      /kind create cluster[\s\S]*kube apply --kustomize deploy\/verify\/kind[\s\S]*present verified[\s\S]*delete pod --all/,
    ],
  ] as const) {
    const { code, output, calls } = await runVerify(t, { args: ['--dry-run', target] });
    assert.deepEqual([code, calls], [0, []], output);
    assert.match(output, wanted);
  }
});

test('Docker Compose: starts, kills and restarts its own project, runs the flows in between, and removes it', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const { code, output, calls } = await runVerify(t, { server, args: [] });
  assert.equal(code, 0, output);
  assert.match(output, /\nVERIFIED \(compose\): /);
  const compose = calls.filter((call) => call.includes(' --project-name '));
  assert.deepEqual(
    compose.map((call) => call.replace(/^docker compose --project-name countersign-verify --env-file \S+ /, '')),
    [
      'up --detach --build',
      'kill --signal SIGKILL gateway issuer verifier status webhook-dispatcher',
      'up --detach',
      'restart kafka mongo valkey',
      'down --volumes --remove-orphans',
    ],
  );
});

test('kind: every call of kubectl goes to its own cluster, which is deleted at the end', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const { code, output, calls } = await runVerify(t, { server, args: ['kind'] });
  assert.equal(code, 0, output);
  assert.match(output, /\nVERIFIED \(kind\): /);
  const kubectl = calls.filter((call) => call.startsWith('kubectl '));
  assert.deepEqual(
    kubectl.filter((call) => !call.startsWith('kubectl --context kind-countersign-verify ')),
    [],
  );
  assert.equal(kubectl.filter((call) => call.includes(' port-forward ')).length, 3);
  assert.equal(calls.at(-1), 'kind delete cluster --name countersign-verify');
});

test('a failure names its step and what was wrong, and everything is removed', async (t) => {
  const { code, output, calls } = await runVerify(t, { args: [], failAt: 'up --detach' });
  assert.notEqual(code, 0);
  assert.match(output, /it fails on purpose/);
  assert.match(output, /\nFAILED \(compose\) at: build the image, start the engines and services\n/);
  assert.match(calls.at(-1) ?? '', / down --volumes --remove-orphans$/);
});

test('a server that does not get ready is a failure', async (t) => {
  const { code, output } = await runVerify(t, { args: ['kind', '--keep'], failAt: 'no call has this' });
  assert.equal(code, 1, output);
  assert.match(output, /not ready after 2 attempts/);
  assert.match(output, /\nFAILED \(kind\) at: wait until the server is ready\n/);
});

test('an unknown argument prints how it is used', async (t) => {
  const { code, output } = await runVerify(t, { args: ['--help'] });
  assert.equal(code, 2);
  assert.match(output, /deploy\/verify\.sh kind/);
});

test('the engines of kind have the images of docker-compose.yml, and the overlay the port of the script', () => {
  const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
  const imagesOf = (name: string): string[] =>
    [...read(name).matchAll(/image: ((?:apache|mongo|valkey).*)/g)].map(([, one = '']) => one);
  assert.deepEqual(imagesOf('deploy/verify/kind/engines.yaml'), imagesOf('docker-compose.yml'));
  const [, url = ''] = /^PUBLIC_URL=(.*)$/m.exec(read('deploy/verify/kind/settings.env')) ?? [];
  assert.ok(read('deploy/verify.sh').includes(`url=\${VERIFY_URL:-${url}}`), url);
});

test('bash reads both scripts', () => {
  for (const name of ['deploy/verify.sh', 'deploy/verify/flows.sh']) execFileSync('bash', ['-n', join(ROOT, name)]);
});
