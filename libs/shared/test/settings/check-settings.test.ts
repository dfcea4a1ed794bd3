import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../src/crypto/sha256.ts';
import { PREVIOUS_KEY_ACCEPTED } from '../../src/settings/check-settings.ts';
import { readSettings, SettingsError } from '../../src/settings/read-settings.ts';
import { problems, production } from './problems.ts';

test('HAIP=true is refused beside settings that contradict it, each named', () => {
  const loose = { PAR: 'optional', DPOP: 'optional', WALLET_DIALECT: 'both', CLIENT_ID_PREFIX: 'x509_san_dns' };
  const found = problems({ HAIP: 'true', ...loose });
  assert.deepEqual(
    found.map((problem) => problem.split(':')[0]),
    Object.entries(loose).map(([name, value]) => `HAIP=true contradicts ${name}=${value}`),
  );
  assert.equal(readSettings(loose).settings.HAIP, false, 'without HAIP they are no contradiction');
});

test('production: brokers without a login cause a warning and do not stop the start', () => {
  const warned = (env: Record<string, string>): boolean =>
    readSettings({ ...production, ...env }).warnings.some((warning) => warning.startsWith('KAFKA_USERNAME'));
  assert.ok(warned({ KAFKA_BROKERS: 'kafka:9092' }));
  assert.ok(warned({ KAFKA_BROKERS: 'kafka:9092', KAFKA_TLS: 'true', KAFKA_USERNAME: '' }));
  assert.ok(!warned({ KAFKA_BROKERS: 'kafka:9092', KAFKA_USERNAME: 'issuer' }));
  assert.ok(!warned({}), 'one process has no brokers');
  assert.deepEqual(readSettings({ KAFKA_BROKERS: 'kafka:9092' }).warnings, []);
});

test('production needs https, a master key, and one variant', () => {
  const found = problems({ NODE_ENV: 'production' });
  assert.ok(found.some((problem) => problem.startsWith('PUBLIC_URL')));
  assert.ok(found.some((problem) => problem.startsWith('MASTER_KEY')));
  assert.ok(found.some((problem) => problem.startsWith('AUTH_API_KEY')));
});

test('the previous API key needs another present one, and is a warning as long as it is accepted', () => {
  const AUTH_API_KEY_PREVIOUS = 'Wm27-tQx90bLs4Ye';
  const { AUTH_API_KEY, ...without } = production;
  const { settings, warnings } = readSettings({ ...production, AUTH_API_KEY_PREVIOUS });
  assert.equal(settings.AUTH_API_KEY_PREVIOUS, AUTH_API_KEY_PREVIOUS);
  assert.deepEqual(
    warnings.filter((warning) => warning.startsWith('AUTH_API_KEY_PREVIOUS')),
    [PREVIOUS_KEY_ACCEPTED],
  );
  const found = (env: Record<string, string>): readonly string[] =>
    problems(env).filter((problem) => problem.startsWith('AUTH_API_KEY_PREVIOUS'));
  assert.equal(found({ ...production, AUTH_API_KEY_PREVIOUS: AUTH_API_KEY }).length, 1, 'the same key twice');
  assert.equal(found({ ...without, AUTH_API_KEY_PREVIOUS }).length, 1, 'without a present key');
  assert.equal(found({ ...production, AUTH_API_KEY_PREVIOUS: 'Wm27-tQx90bLs4Y' }).length, 1, 'too short');
  assert.equal(found({ AUTH_API_KEY_PREVIOUS }).length, 1, 'outside production too');
  assert.ok(
    !problems({ ...production, AUTH_API_KEY_PREVIOUS: AUTH_API_KEY })
      .join()
      .includes(AUTH_API_KEY),
  );
});

test('the previous master key must be another one', () => {
  const MASTER_KEY = sha256('present').toString('base64url');
  // The last two bits of the last character are ignored.
  const alike = ['A', 'B', 'C', 'D'].map((last) => MASTER_KEY.slice(0, -1) + last);
  const found = (MASTER_KEY_PREVIOUS: string, env: Record<string, string> = {}): readonly string[] =>
    problems({ MASTER_KEY, ...env, MASTER_KEY_PREVIOUS }).filter((problem) =>
      problem.startsWith('MASTER_KEY_PREVIOUS'),
    );
  assert.deepEqual(found(MASTER_KEY), ['MASTER_KEY_PREVIOUS is the same as MASTER_KEY: set it to the previous key']);
  assert.equal(found(production.MASTER_KEY, production).length, 1);
  for (const text of alike) assert.equal(found(text, { MASTER_KEY: alike[0] ?? '' }).length, 1, text);
  assert.deepEqual(found(sha256('former').toString('base64url')), []);
  assert.ok(!found(MASTER_KEY).join().includes(MASTER_KEY));
});

test('half of variant B is a problem in production', () => {
  assert.equal(problems({ ...production, JWT_SECRET: 'Zu3k-19xLq0vPw84-mN27cRt56-yB8sHd' }).length, 1);
});

test('lists of targets and pauses are checked', () => {
  const bad = (env: Record<string, string>, name: string): void =>
    assert.throws(
      () => readSettings(env),
      (error) => error instanceof SettingsError && error.problems.length === 1 && error.problems[0]?.startsWith(name),
    );
  bad({ OUTBOUND_ALLOW: 'backend, http://backend' }, 'OUTBOUND_ALLOW');
  for (const entry of [
    'https://shop.example',
    'https:',
    'shop.example/back',
    '*.shop.example',
    'a:b',
    '.example',
    '[::1',
  ]) {
    bad({ REDIRECT_ALLOW: `shop.example,${entry}` }, 'REDIRECT_ALLOW');
  }
  const targets = ['shop.example', 'shop.example:8443', 'localhost', '127.0.0.1:3000', '[::1]:3000', 'org.shop.app:'];
  assert.deepEqual(readSettings({ REDIRECT_ALLOW: targets.join() }).settings.REDIRECT_ALLOW, targets);
  for (const pauses of ['x', '0,-1', '1.5', '604801', ',', Array(21).fill('1').join()]) {
    bad({ WEBHOOK_SCHEDULE: pauses }, 'WEBHOOK_SCHEDULE');
  }
  assert.deepEqual(readSettings({ WEBHOOK_SCHEDULE: '0, 5' }).settings.WEBHOOK_SCHEDULE, ['0', '5']);
});
