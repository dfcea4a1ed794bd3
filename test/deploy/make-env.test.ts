import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { ROOT } from '../cluster/cluster-processes.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-make-env-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeEnv(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'scripts', 'make-env.mjs'), ...args], { encoding: 'utf8' });
}

function read(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  );
}

test('the secrets are fresh, readable only by their owner, and accepted in production', (t) => {
  const folder = newFolder(t);
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const made = makeEnv('--file', one, 'https://issuer.example.com/');
  assert.equal(made.status, 0, made.stderr);
  assert.equal(statSync(one).mode & 0o777, 0o600);
  const env = read(one);
  assert.equal(env.PUBLIC_URL, 'https://issuer.example.com');
  const engines = { MONGODB_URL: 'mongodb://m', REDIS_URL: 'redis://r', KAFKA_BROKERS: 'k:9092', KAFKA_USERNAME: 'u' };
  const ofCompose = { ...engines, TRUST_PROXY: '172.30.83.1' };
  assert.deepEqual(readServiceSettings('gateway', { ...env, ...ofCompose }).warnings, []);

  assert.equal(makeEnv('--file', two).status, 0);
  const other = read(two);
  assert.deepEqual([other.NODE_ENV, other.PUBLIC_URL], ['development', 'http://localhost:3000']);
  const secrets = Object.keys(env).filter((name) => !['NODE_ENV', 'PUBLIC_URL'].includes(name));
  assert.equal(new Set(secrets.flatMap((name) => [env[name], other[name]])).size, 2 * secrets.length);
  for (const name of secrets) assert.ok(!made.stdout.includes(env[name] ?? ''), `${name} is shown`);
});

test('an existing file is not changed', (t) => {
  const file = join(newFolder(t), '.env');
  assert.equal(makeEnv('--file', file).status, 0);
  const before = readFileSync(file, 'utf8');
  const again = makeEnv('--file', file);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /stays unchanged/);
  assert.equal(readFileSync(file, 'utf8'), before);
});

test('an address that wallets can not use is refused', (t) => {
  const file = join(newFolder(t), '.env');
  for (const address of [
    'http://issuer.example.com',
    'issuer.example.com',
    'https://a:b@c.example',
    'https://a.example/?b',
  ]) {
    assert.equal(makeEnv('--file', file, address).status, 1, address);
  }
  assert.throws(() => statSync(file), { code: 'ENOENT' });
});
