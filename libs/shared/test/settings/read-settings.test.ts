import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/settings/read-settings.ts';
import { problems, production } from './problems.ts';

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

test('PUBLIC_URL: the trailing slash is removed, a path is kept', () => {
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

test('all problems are reported at once', () => {
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

test('production: a complete environment is accepted', () => {
  assert.deepEqual(problems(production), []);
});

test('traces hold only failures in production, and all requests elsewhere', () => {
  assert.equal(readSettings(production).settings.TRACE, 'failures');
  assert.equal(readSettings({}).settings.TRACE, 'all');
  assert.equal(readSettings(production).settings.CONSOLE, 'off');
  assert.equal(readSettings({}).settings.CONSOLE, 'on');
  assert.equal(readSettings({ ...production, TRACE: 'all' }).settings.TRACE, 'all');
});

test('loopback is allowed outside production, unless OUTBOUND_ALLOW says otherwise', () => {
  assert.deepEqual(readSettings({}).settings.OUTBOUND_ALLOW, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(readSettings({ OUTBOUND_ALLOW: '' }).settings.OUTBOUND_ALLOW, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(readSettings({ OUTBOUND_ALLOW: 'backend:80' }).settings.OUTBOUND_ALLOW, ['backend:80']);
  assert.deepEqual(readSettings(production).settings.OUTBOUND_ALLOW, []);
});
