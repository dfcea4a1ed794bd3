/** The form of an application at which people log in with their wallets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyOf,
  claimRows,
  draftOf,
  type LoginClient,
  mistakesOf,
  nameOfPath,
} from '../../../src/pages/logins/login-client.ts';

const presentation = {
  id: 'login',
  dcql_query: {
    credentials: [
      { claims: [{ path: ['given_name'] }, { path: ['address', 'locality'] }, { path: ['nationalities', null] }] },
      { claims: [{ path: ['given_name'] }, { path: ['eu.europa.ec.eudi.pid.1', 'birth_date'] }] },
    ],
  },
};
const stored: LoginClient = {
  id: 'shop',
  source: 'api',
  name: 'Shop',
  redirect_uris: ['https://shop.example/cb'],
  session: 600,
  backchannel_logout_uri: 'https://shop.example/logout',
  token_endpoint_auth_method: 'client_secret_post',
  client_secret: 'kept',
  presentation: 'login',
  claims: { first: ['given_name'], birthdate: ['eu.europa.ec.eudi.pid.1', 'birth_date'] },
  scopes: { city: ['first', 'birthdate'] },
  subject: { kind: 'pairwise', from: [['given_name'], ['document_number']], trust: 'pid' },
  verified: { trust_framework: 'eidas', assurance_level: 'high' },
  require_pkce: false,
  crossDevice: true,
};

test('a new one begins with the names of OpenID Connect, each claim once', () => {
  const { claims } = draftOf(undefined, [presentation]);
  assert.deepEqual(claims, [
    { path: ['given_name'], name: 'given_name', identifies: true },
    { path: ['address', 'locality'], name: 'address.locality', identifies: false },
    { path: ['eu.europa.ec.eudi.pid.1', 'birth_date'], name: 'birthdate', identifies: true },
  ]);
  assert.equal(nameOfPath(['age_equal_or_over', '18']), 'age_over_18');
});

test('a stored one goes into the form and out of it as it was, and a claim that it leaves out stays out', () => {
  const draft = draftOf(stored, [presentation]);
  assert.deepEqual(
    draft.claims.map(({ name, identifies }) => [name, identifies]),
    [
      ['first', true],
      ['birthdate', false],
      ['', true],
      ['', false],
    ],
  );
  const { source: _, ...written } = stored;
  assert.deepEqual(bodyOf(draft, 'kept'), written);
});

test('another presentation brings its own claims, and what was typed for the same ones stays', () => {
  const typed = [{ path: ['given_name'], name: 'vorname', identifies: false }];
  const other = { dcql_query: { credentials: [{ claims: [{ path: ['given_name'] }, { path: ['email'] }] }] } };
  const rows = claimRows(other, [...typed, { path: ['gone'], name: 'gone', identifies: true }], true);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['vorname', 'email'],
  );
});

test('only what a way to authenticate needs is sent', () => {
  const draft = { ...draftOf(stored, [presentation]), scopes: '', kind: 'transient' as const, newSubjects: true };
  const body = bodyOf({ ...draft, method: 'none' }, 'secret') as Record<string, unknown>;
  assert.deepEqual([body.client_secret, body.jwks, body.subject], [undefined, undefined, { kind: 'transient' }]);
  const keyed = bodyOf({ ...draft, method: 'private_key_jwt', jwks: '{"keys":[]}' }, 'secret') as typeof body;
  assert.deepEqual([keyed.client_secret, keyed.jwks], [undefined, { keys: [] }]);
  const renewed = bodyOf({ ...draft, kind: 'pairwise' }, 'secret') as { subject: { whenChanged?: string } };
  assert.equal(renewed.subject.whenChanged, 'new-subjects');
});

test('what can not be sent is found before it is sent', () => {
  const draft = draftOf(stored, [presentation]);
  assert.deepEqual(mistakesOf(draft), {});
  assert.deepEqual(mistakesOf({ ...draft, method: 'private_key_jwt', jwks: '[]', scopes: 'city', claims: [] }), {
    '/jwks': 'jwks',
    '/scopes': 'scopes',
    '/claims': 'claims',
    '/subject/from': 'subject',
  });
});
