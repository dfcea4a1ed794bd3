import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { claimsOf, ownClaimsOf } from '../../src/jwt/disclosed-claims.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const digest = (disclosure: string): string => createHash('sha256').update(disclosure).digest('base64url');
const credential = (payload: unknown, ...disclosures: string[]): string =>
  `${[`${part({})}.${part(payload)}.signature`, ...disclosures].join('~')}~`;

const name = part(['salt-1', 'name', 'Ada']);
const street = part(['salt-2', 'street', 'St James Square']);
const address = part(['salt-3', 'address', { city: 'London', _sd: [digest(street)] }]);
const item = part(['salt-4', { code: 'GB', _sd: [digest(name)] }]);

test('claims are those of the signed part and of the disclosures, without the digests', () => {
  const payload = { vct: 'urn:a', _sd: [digest(name)], _sd_alg: 'sha-256' };
  assert.deepEqual(claimsOf(credential(payload, name)), { vct: 'urn:a', name: 'Ada' });
  assert.deepEqual(claimsOf(credential(payload)), { vct: 'urn:a' });
});

test('a claim is where its digest stood, also inside another disclosure', () => {
  const inPlain = { vct: 'urn:a', address: { city: 'London', _sd: [digest(street), 'decoy'] }, _sd: [digest(name)] };
  const expected = { vct: 'urn:a', name: 'Ada', address: { city: 'London', street: 'St James Square' } };
  assert.deepEqual(claimsOf(credential(inPlain, street, name)), expected);
  const nested = { vct: 'urn:a', _sd: [digest(name), digest(address)] };
  assert.deepEqual(claimsOf(credential(nested, street, address, name)), expected);
});

test('elements of an array keep their order; those that are not disclosed are left out', () => {
  const payload = { list: ['first', { '...': digest(item) }, { '...': 'unknown' }, { plain: true }, ['deeper']] };
  assert.deepEqual(claimsOf(credential(payload, item, name)), {
    list: ['first', { code: 'GB', name: 'Ada' }, { plain: true }, ['deeper']],
  });
  assert.deepEqual(claimsOf(credential(payload)), { list: ['first', { plain: true }, ['deeper']] });
});

test('a Key Binding JWT behind the disclosures is no disclosure', () => {
  const payload = { _sd: [digest(name)] };
  assert.deepEqual(claimsOf(`${credential(payload, name)}${part({})}.${part({})}.s`), { name: 'Ada' });
});

test('the claims of a person are those that the format does not set', () => {
  const payload = { iss: 'i', iat: 1, exp: 2, cnf: {}, vct: 'urn:a', status: {}, level: 'reader', _sd: [digest(name)] };
  assert.deepEqual(ownClaimsOf(credential(payload, name)), { level: 'reader', name: 'Ada' });
});
