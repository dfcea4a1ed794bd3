import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { verifiedClaims } from '../../src/login/verified-claims.ts';

const known = {
  client: { verified: { trust_framework: 'eidas', assurance_level: 'high' } },
  claims: { given_name: 'Erika' },
  verifiedAt: 1000,
  now: 1100,
};
const ask = (verification: Json, claims: Json = { given_name: null }): Json | undefined =>
  verifiedClaims({ verification, claims }, known);

test('the elements that were asked for are answered, with the claims', () => {
  assert.deepEqual(ask({ trust_framework: null, time: null }), {
    verification: { trust_framework: 'eidas', time: '1970-01-01T00:16:40.000Z' },
    claims: { given_name: 'Erika' },
  });
  assert.deepEqual(ask({ trust_framework: { value: 'eidas' }, assurance_level: { values: ['low', 'high'] } }), {
    verification: { trust_framework: 'eidas', assurance_level: 'high' },
    claims: { given_name: 'Erika' },
  });
});

test('a condition that is not met leaves all of it out', () => {
  assert.equal(ask({ trust_framework: { value: 'de_aml' } }), undefined);
  assert.equal(ask({ trust_framework: null, assurance_level: { values: ['low'] } }), undefined);
  assert.equal(ask({ trust_framework: null, time: { max_age: 99 } }), undefined);
  assert.notEqual(ask({ trust_framework: null, time: { max_age: 100 } }), undefined);
  assert.equal(ask({ trust_framework: null, evidence: [{}] }), undefined);
  assert.equal(ask({ trust_framework: null }, { given_name: { value: 'Max' } }), undefined);
});

test('unknown claims are left out; without one of them there is nothing', () => {
  assert.deepEqual(ask({ trust_framework: null }, { given_name: null, title: null }), {
    verification: { trust_framework: 'eidas' },
    claims: { given_name: 'Erika' },
  });
  assert.equal(ask({ trust_framework: null }, { title: null }), undefined);
  assert.equal(ask({ trust_framework: null }, {}), undefined);
  assert.equal(ask({}), undefined);
  assert.equal(verifiedClaims('text', known), undefined);
});

test('several requests are answered as a list, without those that are not met', () => {
  const one = { verification: { trust_framework: null }, claims: { given_name: null } };
  const other = { verification: { trust_framework: { value: 'de_aml' } }, claims: { given_name: null } };
  assert.equal((verifiedClaims([one, other], known) as Json[]).length, 1);
});

test('a client whose credentials are of no framework has none', () => {
  const one = { verification: { trust_framework: null }, claims: { given_name: null } };
  assert.equal(verifiedClaims(one, { ...known, client: {} }), undefined);
});
