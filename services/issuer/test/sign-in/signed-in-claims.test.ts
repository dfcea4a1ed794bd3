import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkAcr, checkPerson, mappedClaims } from '../../src/sign-in/signed-in-claims.ts';

const claims = { sub: 'alice', email: 'alice@example.org', verified: true, gone: null, address: { country: 'DE' } };

test('the person must have every claim of the offer, by value and type', () => {
  checkPerson({}, claims);
  checkPerson({ sub: 'alice', verified: true }, claims);
  for (const person of [{ sub: 'bob' }, { sub: 'alice', email: 'bob@example.org' }, { verified: 'true' }, { x: 'y' }]) {
    assert.throws(() => checkPerson(person, claims), { code: 'access_denied' });
  }
});

test('names of a prototype are no claims', () => {
  assert.throws(() => checkPerson({ constructor: 'x' }, claims), { code: 'access_denied' });
  assert.deepEqual(mappedClaims({ a: 'constructor', b: 'toString' }, claims), {});
});

test('claims are mapped by name; one that is absent or null is left out', () => {
  const map = { mail: 'email', country: 'address', gone: 'gone', missing: 'missing' };
  assert.deepEqual(mappedClaims(map, claims), { mail: 'alice@example.org', country: { country: 'DE' } });
});

test('the reason names the claims that differ, and no value of them', async () => {
  const call = () => checkPerson({ email: 'a@b.example', sub: '1' }, { email: 'c@d.example', sub: '1' });
  assert.deepEqual(await refusalOf(call), {
    code: 'access_denied',
    reason: 'sign_in_person',
    facts: { parameters: ['email'] },
  });
});

test('the sign-in must be of a required level, which the request alone does not assure', async () => {
  const acr = ['high', 'higher'];
  checkAcr({}, undefined);
  checkAcr({ acr }, 'higher');
  for (const given of ['low', ['high'], 5]) {
    assert.deepEqual(await refusalOf(() => checkAcr({ acr }, given)), {
      code: 'access_denied',
      reason: 'sign_in_level',
      facts: { expectedAny: acr, detail: 'another' },
    });
  }
  const { facts } = await refusalOf(() => checkAcr({ acr }, undefined));
  assert.equal(facts?.detail, 'missing');
});
