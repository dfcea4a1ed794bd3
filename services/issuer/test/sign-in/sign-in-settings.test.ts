import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllowList } from '@countersign/shared/kernel/address';
import type { Json } from '@countersign/shared/kernel/json';
import { parseSignIn } from '../../src/sign-in/sign-in-settings.ts';

const context = {
  allow: parseAllowList(['login.internal:8443']).list,
  variable: (name: string) => (name === 'SECRET' ? 'from the environment' : undefined),
};
const good = { issuer: 'https://login.example', clientId: 'countersign' };
const pointers = (written: Json): readonly string[] => {
  const parsed = parseSignIn(written, context);
  return parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer);
};

test('the least, with defaults', () => {
  assert.deepEqual(parseSignIn(good, context), { ok: true, settings: { ...good, scope: 'openid', claims: {} } });
});

test('everything', () => {
  const written = {
    ...good,
    clientSecretEnv: 'SECRET',
    scope: 'openid profile',
    claims: { given_name: 'first' },
    acr: 'high',
    maxAge: 0,
    $schema: 'x',
  };
  assert.deepEqual(parseSignIn(written, context), {
    ok: true,
    settings: {
      ...good,
      clientSecret: 'from the environment',
      scope: 'openid profile',
      claims: { given_name: 'first' },
      acr: ['high'],
      maxAge: 0,
    },
  });
});

const mistakes: readonly [pointer: string, written: Json][] = [
  ['', []],
  ['/claim', { ...good, claim: {} }],
  ['/issuer', { ...good, issuer: 'login.example' }],
  ['/issuer', { ...good, issuer: 'http://login.example' }],
  ['/issuer', { ...good, issuer: 'https://10.0.0.1' }],
  ['/issuer', { ...good, issuer: 'https://login.example?x=1' }],
  ['/issuer', { ...good, issuer: 'https://login.example#x' }],
  ['/clientId', { ...good, clientId: '' }],
  ['/clientSecret', { ...good, clientSecret: '' }],
  ['/clientSecretEnv', { ...good, clientSecretEnv: 'MISSING' }],
  ['/clientSecretEnv', { ...good, clientSecret: 's', clientSecretEnv: 'SECRET' }],
  ['/scope', { ...good, scope: 'profile' }],
  ['/scope', { ...good, scope: 'openid  profile' }],
  ['/claims', { ...good, claims: [] }],
  ['/claims/given_name', { ...good, claims: { given_name: 1 } }],
  ['/claims/vct', { ...good, claims: { vct: 'type' } }],
  ['/acr', { ...good, acr: [] }],
  ['/maxAge', { ...good, maxAge: -1 }],
];
for (const [pointer, written] of mistakes) {
  test(`a mistake at ${pointer}: ${JSON.stringify(written)}`, () => assert.deepEqual(pointers(written), [pointer]));
}

test('http and private addresses where OUTBOUND_ALLOW names them', () => {
  assert.deepEqual(pointers({ ...good, issuer: 'http://login.internal:8443/realm' }), []);
});
