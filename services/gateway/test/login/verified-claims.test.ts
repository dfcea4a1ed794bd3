import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { verifiedClaims } from '../../src/login/verified-claims.ts';

const record = {
  type: 'electronic_record',
  check_details: [{ check_method: 'vcrypt', time: '1970-01-01T00:16:40.000Z' }],
  time: '1970-01-01T00:16:40.000Z',
  record: { type: 'verifiable_credential', source: { name: 'City', country_code: 'DE' } },
};
const known = {
  evidence: [record],
  client: { verified: { trust_framework: 'eidas', assurance_level: 'high' } },
  claims: { given_name: 'Erika', nationalities: ['DE', 'FR'], address: { locality: 'Köln' } },
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

test('a condition on the verification that is not met leaves all of it out', () => {
  assert.equal(ask({ trust_framework: { value: 'de_aml' } }), undefined);
  assert.equal(ask({ trust_framework: null, assurance_level: { values: ['low'] } }), undefined);
  assert.equal(ask({ trust_framework: null, time: { max_age: 99 } }), undefined);
  assert.notEqual(ask({ trust_framework: null, time: { max_age: 100 } }), undefined);
  assert.equal(ask({ trust_framework: null, evidence: [{ type: { value: 'document' } }] }), undefined);
  assert.equal(ask({}), undefined);
});

test('evidence is answered as far as it was asked for', () => {
  const evidenceOf = (evidence: Json): Json | undefined =>
    (ask({ trust_framework: null, evidence }) as { verification: { evidence?: Json } } | undefined)?.verification
      .evidence;
  assert.deepEqual(evidenceOf(null), [record]);
  assert.deepEqual(evidenceOf([{ type: { value: 'electronic_record' } }]), [{ type: 'electronic_record' }]);
  const issuer = [{ type: null, record: { source: { name: null } }, check_details: [{ check_method: null }] }];
  assert.deepEqual(evidenceOf(issuer), [
    { type: 'electronic_record', record: { source: { name: 'City' } }, check_details: [{ check_method: 'vcrypt' }] },
  ]);
  assert.deepEqual(
    evidenceOf([{ type: { value: 'document' } }, { type: { values: ['vouch', 'electronic_record'] } }]),
    [{ type: 'electronic_record' }],
  );
  assert.deepEqual(evidenceOf([{ type: null, time: { max_age: 100 } }]), [
    { type: 'electronic_record', time: record.time },
  ]);
});

test('a condition on the evidence that is not met leaves all of it out', () => {
  for (const one of [
    { type: { value: 'document' } },
    { type: { value: 'electronic_record' }, record: { source: { name: { value: 'Other' } } } },
    { type: null, record: { source: { country_code: { values: ['AT', 'CH'] } } } },
    { type: null, record: { created_at: { max_age: 100 } } },
    { type: null, time: { max_age: 99 } },
    { type: null, check_details: [{ check_method: { value: 'vpip' } }] },
  ]) {
    assert.equal(ask({ trust_framework: null, evidence: [one] }), undefined, JSON.stringify(one));
  }
});

test('an element that is not there is left out, without an error', () => {
  const verification = { trust_framework: null, evidence: [{ type: null }], assurance_process: { essential: true } };
  assert.deepEqual(ask(verification), {
    verification: { trust_framework: 'eidas', evidence: [{ type: 'electronic_record' }] },
    claims: { given_name: 'Erika' },
  });
});

test('a claim that does not meet its condition is left out; without one of them there is nothing', () => {
  const of = (claims: Json): Json | undefined =>
    (ask({ trust_framework: null }, claims) as { claims: Json } | undefined)?.claims;
  assert.equal(of({ given_name: { value: 'Max' } }), undefined);
  assert.deepEqual(of({ given_name: { value: 'Max' }, nationalities: null }), { nationalities: ['DE', 'FR'] });
  assert.deepEqual(of({ nationalities: { value: 'FR' } }), { nationalities: ['DE', 'FR'] });
  assert.deepEqual(of({ nationalities: { value: ['DE', 'FR'] } }), { nationalities: ['DE', 'FR'] });
  assert.equal(of({ nationalities: { values: ['AT'] } }), undefined);
  assert.deepEqual(of({ address: { value: { locality: 'Köln' } } }), { address: { locality: 'Köln' } });
  assert.equal(of({ address: { value: { locality: 'Bonn' } } }), undefined);
});

test('unknown claims are left out, whatever their name', () => {
  const claims = {
    given_name: { essential: false },
    title: { essential: true },
    'claim%1/a&,.b': null,
    __proto__x: null,
  };
  assert.deepEqual(ask({ trust_framework: {} }, claims), {
    verification: { trust_framework: 'eidas' },
    claims: { given_name: 'Erika' },
  });
  assert.equal(ask({ trust_framework: null }, { title: null }), undefined);
  assert.equal(ask({ trust_framework: null }, {}), undefined);
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
