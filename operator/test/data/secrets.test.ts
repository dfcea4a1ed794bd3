import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkKeyOfStore, completeSecrets, withKeptSecrets } from '../../src/data/secrets.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-secrets-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'data');
}

test('made once, kept with mode 0600, the same at the next start, and good enough for production', (t) => {
  const data = folder(t);
  const first = completeSecrets({}, data, systemRandom);
  assert.deepEqual(first.fromFile, ['AUTH_API_KEY', 'AUTH_CLIENT_SECRET', 'JWT_SECRET', 'MASTER_KEY']);
  assert.equal(statSync(first.file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(data), ['secrets.json'], 'no temporary file stays');
  assert.deepEqual(completeSecrets({}, data, systemRandom).environment, first.environment);
  const proxied = { PUBLIC_URL: 'https://issuer.example', TRUST_PROXY: '10.0.0.0/8' };
  const production = { ...first.environment, NODE_ENV: 'production', ...proxied };
  assert.deepEqual(readSettings(production).warnings, []);
});

test('what the environment has is not replaced and not written', (t) => {
  const data = folder(t);
  const { environment, fromFile, file } = completeSecrets(
    { AUTH_API_KEY: 'CANARY-own', JWT_SECRET: '' },
    data,
    systemRandom,
  );
  assert.equal(environment.AUTH_API_KEY, 'CANARY-own');
  assert.ok(!fromFile.includes('AUTH_API_KEY') && fromFile.includes('JWT_SECRET'));
  assert.ok(!readFileSync(file, 'utf8').includes('CANARY'));
});

test('a secret that is missing in the file is added, the others stay', (t) => {
  const data = folder(t);
  const { file, environment } = completeSecrets({}, data, systemRandom);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  delete kept.JWT_SECRET;
  writeFileSync(file, JSON.stringify(kept));
  const second = completeSecrets({}, data, systemRandom).environment;
  assert.equal(second.MASTER_KEY, environment.MASTER_KEY);
  assert.notEqual(second.JWT_SECRET, environment.JWT_SECRET);
});

test('production makes nothing', (t) => {
  const data = folder(t);
  const { environment, fromFile } = completeSecrets({ NODE_ENV: 'production' }, data, systemRandom);
  assert.deepEqual(environment, { NODE_ENV: 'production' });
  assert.deepEqual(fromFile, []);
  assert.throws(() => statSync(data));
});

test('a damaged file stops the start instead of locking the data away, and is not quoted', (t) => {
  const data = folder(t);
  const { file } = completeSecrets({}, data, systemRandom);
  writeFileSync(file, '{"MASTER_KEY":"CANARY');
  assert.throws(
    () => completeSecrets({}, data, systemRandom),
    (error) => error instanceof Error && error.message.includes('secrets.json') && !error.message.includes('CANARY'),
  );
});

test('a command takes the secrets of the file, and makes none', (t) => {
  const data = folder(t);
  assert.deepEqual(withKeptSecrets({ ONE: '1' }, data), { ONE: '1' });
  assert.equal(existsSync(data), false);
  const { environment } = completeSecrets({}, data, systemRandom);
  const { MASTER_KEY: _key, ...others } = environment;
  assert.deepEqual(withKeptSecrets(others, data), environment);
  const given = { MASTER_KEY: 'CANARY', JWT_SECRET: '' };
  assert.deepEqual(withKeptSecrets(given, data), { ...environment, MASTER_KEY: 'CANARY' });
  const production = { NODE_ENV: 'production' };
  assert.deepEqual(withKeptSecrets(production, data), production);
});

test('a store whose master key is in neither place is refused, with what to do', (t) => {
  const data = folder(t);
  checkKeyOfStore({}, data);
  mkdirSync(join(data, 'store'), { recursive: true });
  const refused =
    /needs the MASTER_KEY it was created with: restore the matching secrets\.json as .*data.secrets\.json, or set/;
  assert.throws(() => checkKeyOfStore({}, data), refused);
  assert.throws(() => checkKeyOfStore({ MASTER_KEY: '' }, data), refused);
  checkKeyOfStore({ MASTER_KEY: 'CANARY' }, data);
  writeFileSync(join(data, 'secrets.json'), '{"JWT_SECRET":"CANARY"}');
  assert.throws(() => checkKeyOfStore({}, data), refused);
  writeFileSync(join(data, 'secrets.json'), '{"MASTER_KEY":"CANARY"}');
  checkKeyOfStore({}, data);
});
