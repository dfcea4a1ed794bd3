import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsError } from '../../src/settings/read-settings.ts';
import { readServiceSettings } from '../../src/settings/service-settings.ts';

const env = {
  PUBLIC_URL: 'https://wallets.example',
  MASTER_KEY: Buffer.from('settings-test-master-key-01234567').subarray(0, 32).toString('base64url'),
  INTERNAL_SECRET: 'an internal secret of these tests 0815',
  MONGODB_URL: 'mongodb://user:canary@mongo:27017/?replicaSet=rs0',
  KAFKA_BROKERS: 'kafka-0:9092,kafka-1:9092',
  REDIS_URL: 'redis://:canary@redis:6379',
};

function problemsOf(given: Readonly<Record<string, string>>): readonly string[] {
  try {
    readServiceSettings('issuer', given);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('each service has a port of its own', () => {
  const ports = (['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher'] as const).map(
    (name) => readServiceSettings(name, env).settings.PORT,
  );
  assert.deepEqual(ports, [3000, 3001, 3002, 3003, 3004]);
  assert.equal(readServiceSettings('issuer', { ...env, PORT: '4000' }).settings.PORT, 4000);
});

test('all missing settings that separate processes must share are reported at once', () => {
  const problems = problemsOf({ SESSION_TTL: 'soon' }).join('\n');
  for (const name of Object.keys(env)) assert.ok(problems.includes(`${name} is needed`), name);
  assert.ok(problems.includes('SESSION_TTL'));
});

for (const [name, value] of [
  ['ISSUER_URL', 'issuer:3001'],
  ['VERIFIER_URL', 'http://verifier:3002/path'],
  ['STATUS_URL', ','],
  ['DISPATCHER_URL', 'ftp://dispatcher'],
  ['KAFKA_BROKERS', 'kafka'],
  ['MONGODB_URL', 'postgres://user:canary@db'],
  ['REDIS_URL', 'http://:canary@redis'],
] as const) {
  test(`a wrong ${name} is reported by name, never by value`, () => {
    const problems = problemsOf({ ...env, [name]: value });
    assert.equal(problems.length, 1);
    assert.ok(problems[0]?.startsWith(name));
    assert.ok(!problems.join().includes('canary'));
  });
}

test('several replicas of a service are several addresses', () => {
  const { settings } = readServiceSettings('gateway', { ...env, ISSUER_URL: 'http://a:1, http://b:2/' });
  assert.deepEqual(settings.ISSUER_URL, ['http://a:1', 'http://b:2/']);
});
