import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type Login, personOf } from '../../src/login/person.ts';
import { requestedClaims } from '../../src/login/requested-claims.ts';
import { clientOf } from './given.ts';

const signer = { issuer: 'CN=PID CA', subject: 'CN=PID', fingerprint: 'AA' };
const values = {
  vct: 'pid',
  given_name: 'Erika',
  birthdate: '1964-08-12',
  place: { locality: 'Berlin', country: 'DE' },
};

function login(more: Partial<Login> & { readonly values?: JsonObject } = {}): Login {
  const client = more.client ?? clientOf();
  return {
    client,
    requested: requestedClaims(client, { scope: 'openid profile address' }),
    presented: [{ id: 'pid', values: more.values ?? values, signer }],
    verifiedAt: 1_795_000_000_500,
    types: new Map(),
    subjectKey: Buffer.alloc(32, 7),
    fresh: () => 'fresh',
    ...more,
  };
}

test('a person has the claims that were asked for, and says when and how', () => {
  const person = personOf(login({ acr: 'high' }));
  assert.deepEqual(person?.userinfo, {
    given_name: 'Erika',
    birthdate: '1964-08-12',
    address: { locality: 'Berlin', country: 'DE' },
  });
  assert.deepEqual(person?.idToken, {});
  assert.deepEqual([person?.authTime, person?.acr, person?.amr], [1_795_000_000, 'high', ['pop']]);
});

test('a claim that is missing, empty, too long or no text makes nobody', () => {
  const { birthdate: _, ...without } = values;
  for (const birthdate of [null, ' ', 19_640_812, ['1964-08-12'], { a: 1 }, true, 'x'.repeat(1_000_000)]) {
    assert.equal(personOf(login({ values: { ...values, birthdate } })), undefined);
  }
  assert.equal(personOf(login({ values: without })), undefined);
});

test('another authority or another type is another person', () => {
  const first = personOf(login())?.sub;
  const other = { id: 'pid', values, signer: { ...signer, issuer: 'CN=Other CA' } };
  assert.notEqual(personOf(login({ presented: [other] }))?.sub, first);
  assert.notEqual(personOf(login({ values: { ...values, vct: 'self-made' } }))?.sub, first);
  const renewed = { id: 'pid', values, signer: { ...signer, subject: 'CN=PID 2', fingerprint: 'BB' } };
  assert.equal(personOf(login({ presented: [renewed] }))?.sub, first, 'the next certificate of the same authority');
});

test('a named trust joins the authorities', () => {
  const client = clientOf({ subject: { kind: 'pairwise', from: [['given_name'], ['birthdate']], trust: 'pids' } });
  const other = { id: 'pid', values, signer: { ...signer, issuer: 'CN=Other CA' } };
  assert.equal(personOf(login({ client, presented: [other] }))?.sub, personOf(login({ client }))?.sub);
});

test('claims of two credentials make nobody: they may be of two people', () => {
  const [given, born] = [{ given_name: 'Erika' }, { birthdate: '1964-08-12' }];
  const presented = [given, born].map((part, index) => ({ id: String(index), values: part, signer }));
  assert.equal(personOf(login({ presented })), undefined);
});

test('evidence is of the credentials that the claims are from, for a client with verified claims', () => {
  const other = { id: 'other', values: { vct: 'card' }, signer: { ...signer, subject: 'O=Shop' } };
  assert.deepEqual(personOf(login())?.evidence, []);
  const client = clientOf({ verified: { trust_framework: 'eidas' } });
  const requested = requestedClaims(client, { scope: 'openid profile' });
  const { evidence } = personOf(login({ client, requested, presented: [other, { id: 'pid', values, signer }] })) ?? {};
  assert.deepEqual(
    evidence?.map(({ record }) => record),
    [{ type: 'verifiable_credential', source: { name: 'PID' } }],
  );
});

test('a transient subject is fresh', () => {
  assert.equal(personOf(login({ client: clientOf({ subject: { kind: 'transient' } }) }))?.sub, 'fresh');
});

test('names of the prototype are no claims', () => {
  const client = clientOf({ claims: { given_name: ['constructor', 'name'] }, subject: { kind: 'transient' } });
  assert.deepEqual(personOf(login({ client }))?.userinfo, {});
});
