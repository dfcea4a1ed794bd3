import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../src/settings/read-settings.ts';
import { readSettings, SettingsError } from '../../src/settings/read-settings.ts';

const API_KEY = 'kD93jfPz0qLm28Vx';
const MASTER_KEY = Buffer.from('0123456789-9876543210-abcdefghij').toString('base64url');
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://issuer.example',
  MASTER_KEY,
  AUTH_API_KEY: API_KEY,
};

function problems(env: Environment): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems;
  }
  return [];
}

test('nothing set: defaults, typed and frozen', () => {
  const { settings, warnings } = readSettings({});
  assert.equal(settings.PORT, 3000);
  assert.equal(settings.PUBLIC_URL, 'http://localhost:3000');
  assert.equal(settings.HAIP, false);
  assert.deepEqual(settings.TRUST_PROXY, []);
  assert.equal(settings.AUTH_API_KEY, undefined);
  assert.equal(settings.WALLET_DIALECT, 'both');
  assert.deepEqual(warnings, []);
  assert.ok(Object.isFrozen(settings));
});

test('an empty variable counts as not set, an unknown one is ignored', () => {
  const { settings } = readSettings({ PORT: '', SOMETHING_ELSE: 'x' });
  assert.equal(settings.PORT, 3000);
  assert.ok(!('SOMETHING_ELSE' in settings));
});

test('the default of PUBLIC_URL follows PORT', () => {
  assert.equal(readSettings({ PORT: '8080' }).settings.PUBLIC_URL, 'http://localhost:8080');
});

test('PUBLIC_URL: the trailing slash goes, a path stays', () => {
  assert.equal(readSettings({ PUBLIC_URL: 'https://h.example/' }).settings.PUBLIC_URL, 'https://h.example');
  assert.equal(readSettings({ PUBLIC_URL: 'https://h.example/base/' }).settings.PUBLIC_URL, 'https://h.example/base');
});

for (const [given, why] of [
  ['https://h.example/?a=1', 'query'],
  ['https://h.example/?', 'empty query'],
  ['https://h.example/#x', 'fragment'],
  ['https://user:pw@h.example', 'user name'],
  ['ftp://h.example', 'scheme'],
  ['h.example', 'no scheme'],
  ['https://h.example/a b', 'path'],
  ['https://h.example/.well-known', 'dot segment'],
] as const) {
  test(`PUBLIC_URL is refused: ${why}`, () => {
    assert.equal(problems({ PUBLIC_URL: given }).length, 1);
    assert.match(problems({ PUBLIC_URL: given })[0] ?? '', /^PUBLIC_URL /);
  });
}

test('all problems come at once', () => {
  const found = problems({ PORT: '70000', SESSION_TTL: 'x', PAR: 'maybe', HAIP: 'true', PUBLIC_URL: 'nonsense' });
  for (const name of ['PORT', 'SESSION_TTL', 'PAR', 'HAIP', 'PUBLIC_URL']) {
    assert.equal(found.filter((problem) => problem.startsWith(name)).length, 1, name);
  }
  assert.equal(found.length, 5);
});

test('numbers: only whole numbers within the range', () => {
  for (const value of ['', '3000']) assert.deepEqual(problems({ PORT: value }), []);
  for (const value of ['-1', '1e3', ' 1', '0x10', '65536', '1.5', 'NaN']) {
    assert.equal(problems({ PORT: value }).length, 1, value);
  }
});

test('lists are split and trimmed', () => {
  assert.deepEqual(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1 ,' }).settings.TRUST_PROXY, ['10.0.0.0/8', '::1']);
});

test('HAIP=true names what is not built', () => {
  const [problem = ''] = problems({ HAIP: 'true' });
  for (const word of ['client attestation', 'signed metadata', 'refresh tokens', 'mso_mdoc', '401 dialect']) {
    assert.ok(problem.includes(word), word);
  }
});

test('production: a complete environment is accepted', () => {
  assert.deepEqual(problems(production), []);
});

for (const [name, value] of [
  ['AUTH_API_KEY', 'changeme'],
  ['AUTH_API_KEY', ''],
  ['AUTH_API_KEY', 'a8Xk2-pq'],
  ['AUTH_API_KEY', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['AUTH_CLIENT_SECRET', 'changeme'],
  ['AUTH_CLIENT_SECRET', 'k3nV8-wz'],
  ['JWT_SECRET', 'just-a-default-secret'],
  ['JWT_SECRET', 'Q8s-31nV0pLk72mXz5'],
] as const) {
  const length = value.length;
  const others = { JWT_SECRET: 'Zu3k-19xLq0vPw84-mN27cRt56-yB8sHd', AUTH_CLIENT_SECRET: 'k3nV8-wz-77Lq-xPd2' };

  test(`production refuses ${name} of ${length} characters, naming the variable and not the value`, () => {
    const found = problems({ ...production, ...others, [name]: value });
    assert.equal(found.filter((problem) => problem.startsWith(name)).length, 1);
    if (length > 0) assert.ok(!found.join().includes(value));
  });

  test(`elsewhere it is a warning: ${name} of ${length} characters`, () => {
    const { warnings } = readSettings({ ...others, [name]: value });
    assert.ok(warnings.some((warning) => warning.startsWith(name)));
    if (length > 0) assert.ok(!warnings.join().includes(value));
  });
}

test('production: brokers without a login are warned of, and end no start', () => {
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

test('a master key that is not 32 bytes is refused everywhere', () => {
  for (const MASTER_KEY of ['short', `${'A1b2C3d4'.repeat(5)}A1=`, 'A1b2C3d4'.repeat(8)]) {
    assert.ok(problems({ MASTER_KEY }).some((problem) => problem.startsWith('MASTER_KEY must')));
  }
});

test('half of variant B is a problem in production', () => {
  assert.equal(problems({ ...production, JWT_SECRET: 'Zu3k-19xLq0vPw84-mN27cRt56-yB8sHd' }).length, 1);
});

test('loopback is allowed outside production, unless OUTBOUND_ALLOW says otherwise', () => {
  assert.deepEqual(readSettings({}).settings.OUTBOUND_ALLOW, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(readSettings({ OUTBOUND_ALLOW: '' }).settings.OUTBOUND_ALLOW, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(readSettings({ OUTBOUND_ALLOW: 'backend:80' }).settings.OUTBOUND_ALLOW, ['backend:80']);
  assert.deepEqual(readSettings(production).settings.OUTBOUND_ALLOW, []);
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
