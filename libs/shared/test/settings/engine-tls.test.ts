import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineTlsProblems, readEngineTls } from '../../src/settings/engine-tls.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { temporaryFolder } from '../store/temporary.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nCANARY\n-----END CERTIFICATE-----\n';

test('the files of an engine are read; without files the result is undefined', async (t) => {
  const file = join(await temporaryFolder(t), 'ca.pem');
  writeFileSync(file, PEM);
  assert.equal(readEngineTls({}, 'KAFKA'), undefined);
  assert.equal(readEngineTls({ REDIS_TLS_CA: file }, 'KAFKA'), undefined);
  assert.deepEqual(readEngineTls({ KAFKA_TLS_CA: file }, 'KAFKA'), { ca: Buffer.from(PEM) });
  const all = { MONGODB_TLS_CA: file, MONGODB_TLS_CERT: file, MONGODB_TLS_KEY: file };
  assert.deepEqual(Object.keys(readEngineTls(all, 'MONGODB') ?? {}), ['ca', 'cert', 'key']);
});

test('a file that is missing or no PEM is reported by its setting, without its content', async (t) => {
  const folder = await temporaryFolder(t);
  const missing = join(folder, 'missing.pem');
  assert.throws(
    () => readEngineTls({ REDIS_TLS_KEY: missing }, 'REDIS'),
    /^Error: REDIS_TLS_KEY: .*missing\.pem .*ENOENT/,
  );
  const file = join(folder, 'no.pem');
  writeFileSync(file, 'CANARY');
  assert.throws(
    () => readEngineTls({ KAFKA_TLS_CERT: file }, 'KAFKA'),
    (error: Error) => /^KAFKA_TLS_CERT: .* is not PEM$/.test(error.message) && !error.message.includes('CANARY'),
  );
});

test('a certificate without its key, and files for a connection without TLS, are problems of the settings', () => {
  for (const [env, problem] of [
    [{ MONGODB_TLS_CERT: 'a' }, /MONGODB_TLS_CERT and MONGODB_TLS_KEY are needed together/],
    [{ KAFKA_TLS: 'true', KAFKA_TLS_KEY: 'a' }, /KAFKA_TLS_CERT and KAFKA_TLS_KEY are needed together/],
    [{ KAFKA_TLS_CA: 'a' }, /KAFKA_TLS_CA needs KAFKA_TLS=true/],
    [{ REDIS_URL: 'redis://h:1', REDIS_TLS_CA: 'a' }, /REDIS_TLS_CA needs a REDIS_URL with rediss:/],
  ] as const) {
    assert.throws(() => readSettings(env), problem);
  }
  assert.deepEqual(engineTlsProblems({ MONGODB_TLS_CA: 'a', KAFKA_TLS: true, KAFKA_TLS_CA: 'a' }), []);
  assert.deepEqual(engineTlsProblems({ REDIS_URL: 'rediss://h:1', REDIS_TLS_CERT: 'a', REDIS_TLS_KEY: 'b' }), []);
});
