import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceName } from '../../src/kernel/service-name.ts';
import { SettingsError } from '../../src/settings/read-settings.ts';
import { readServiceSettings } from '../../src/settings/service-settings.ts';
import type { SettingName } from '../../src/settings/settings.ts';
import { production } from './problems.ts';

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
  for (const name of Object.keys(env)) assert.ok(problems.includes(`${name} is required`), name);
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

test('a service holds no secret that it does not read, and starts without it, in production too', () => {
  const secrets = {
    AUTH_API_KEY: 'k'.repeat(43),
    AUTH_API_KEY_PREVIOUS: 'p'.repeat(43),
    AUTH_CLIENT_SECRET: 'c'.repeat(43),
    JWT_SECRET: 'j'.repeat(43),
    MANAGEMENT_OIDC_CLIENT_SECRET: 'o'.repeat(43),
  };
  const held = (service: ServiceName): readonly string[] => {
    const { settings } = readServiceSettings(service, { ...env, ...secrets });
    return [...Object.keys(secrets), 'REDIS_URL'].filter((name) => settings[name as SettingName] !== undefined);
  };
  assert.deepEqual(held('gateway'), [
    'AUTH_API_KEY',
    'AUTH_API_KEY_PREVIOUS',
    'AUTH_CLIENT_SECRET',
    'JWT_SECRET',
    'REDIS_URL',
  ]);
  assert.deepEqual(held('issuer'), ['MANAGEMENT_OIDC_CLIENT_SECRET', 'REDIS_URL']);
  for (const service of ['verifier', 'status', 'webhook-dispatcher'] as const) {
    assert.deepEqual(held(service), [], service);
    const { REDIS_URL: _, ...others } = env;
    const random = { MASTER_KEY: production.MASTER_KEY, INTERNAL_SECRET: production.MASTER_KEY };
    const given = { ...others, ...random, NODE_ENV: 'production', PUBLIC_URL: 'https://h.example' };
    assert.equal(readServiceSettings(service, given).settings.NODE_ENV, 'production');
  }
});
