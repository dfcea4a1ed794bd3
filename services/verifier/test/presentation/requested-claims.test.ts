import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { requestedClaims } from '../../src/presentation/requested-claims.ts';
import { discloseClaims, parseDisclosures } from '../../src/presentation/sd-jwt-disclosures.ts';
import type { ClaimsPath } from '../../src/query/claims-path.ts';

let salt = 0;

/** A disclosure of an object member, or of an array element. */
function disclosure(...content: unknown[]): string {
  salt += 1;
  return Buffer.from(JSON.stringify([`salt ${salt}`, ...content])).toString('base64url');
}

const city = disclosure('city', 'X');
const street = disclosure('street', 'Y');
const address = disclosure('address', { country: 'DE', _sd: [city, street].map(hashOf) });
const name = disclosure('name', 'A');
const german = disclosure('de');
const french = disclosure('fr');
const degree = disclosure({ type: 'M', _sd: [] });
const payload: JsonObject = {
  vct: 'urn:x',
  iat: 1,
  _sd_alg: 'sha-256',
  status: { status_list: { idx: 1, uri: 'https://x' } },
  cnf: { jwk: {} },
  _sd: [name, address, disclosure('decoy', 1)].map(hashOf),
  languages: [{ '...': hashOf(german) }, 'en', { '...': hashOf(disclosure('hidden')) }, { '...': hashOf(french) }],
  degrees: [{ type: 'B' }, { '...': hashOf(degree) }],
};
const all = parseDisclosures([city, street, address, name, german, french, degree]);
const plain = { vct: 'urn:x', iat: 1, languages: ['en'], degrees: [{ type: 'B' }] };

const table: [paths: readonly ClaimsPath[], kept: object][] = [
  [[], plain],
  [[['name']], { ...plain, name: 'A' }],
  [[['vct']], plain],
  [[['other']], plain],
  [[['address']], { ...plain, address: { country: 'DE', city: 'X', street: 'Y' } }],
  [[['address', 'city']], { ...plain, address: { country: 'DE', city: 'X' } }],
  [[['address', 'country']], { ...plain, address: { country: 'DE' } }],
  [[['address', 'zip']], plain],
  [[['address', 'city'], ['name']], { ...plain, name: 'A', address: { country: 'DE', city: 'X' } }],
  [[['languages', 0]], { ...plain, languages: ['de', 'en'] }],
  [[['languages', 2]], { ...plain, languages: ['en', 'fr'] }],
  [[['languages', null]], { ...plain, languages: ['de', 'en', 'fr'] }],
  [[['languages']], { ...plain, languages: ['de', 'en', 'fr'] }],
  [[['degrees', null, 'type']], { ...plain, degrees: [{ type: 'B' }, { type: 'M' }] }],
  [[['degrees', null, 'year']], plain],
];

for (const [paths, kept] of table) {
  test(`requested: ${JSON.stringify(paths)}`, () => {
    assert.deepEqual(requestedClaims(payload, all, paths), kept);
  });
}

test('where every claim is requested, only the technical claims are removed', () => {
  const { status, cnf, ...claims } = discloseClaims(payload, all);
  assert.ok(status !== undefined && cnf !== undefined);
  assert.deepEqual(requestedClaims(payload, all, [['name'], ['address'], ['languages'], ['degrees']]), claims);
});

test('a claim that the wallet did not disclose is absent', () => {
  assert.deepEqual(requestedClaims(payload, parseDisclosures([name]), [['address'], ['name']]), {
    ...plain,
    name: 'A',
  });
});

test('technical claims are removed even when requested', () => {
  assert.deepEqual(requestedClaims(payload, all, [['status'], ['cnf', 'jwk'], ['_sd_alg']]), plain);
});
