import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { AttestedKey } from '../../src/proof/key-attestation.ts';
import { provenKey } from '../../src/proof/proof-key.ts';
import { signer } from '../support.ts';

const [first, second, stranger] = [signer(), signer(), signer()];
const keys: readonly AttestedKey[] = [
  { jwk: first.jwk, thumbprint: first.thumbprint },
  { jwk: second.jwk, thumbprint: second.thumbprint, kid: 'second' },
];
const jwk = { ...second.jwk };

const named: readonly [name: string, header: JsonObject, index: 0 | 1][] = [
  ['nothing: the first', {}, 0],
  ['index 0', { kid: '0' }, 0],
  ['index 1', { kid: '1' }, 1],
  ['the kid of an attested key', { kid: 'second' }, 1],
  ['jwk', { jwk }, 1],
  ['jwk with other members', { jwk: { ...jwk, kid: 'x', use: 'sig' } }, 1],
  ['jwk and its index', { jwk, kid: '1' }, 1],
];

for (const [name, header, index] of named) {
  test(`named by ${name}`, () => assert.equal(provenKey(header, keys), keys[index]));
}

const refused: readonly [name: string, header: JsonObject][] = [
  ...['-1', '1e3', '__proto__', 'length', '2', '01', '1.0', ' 1', '', '0x1', '99999999999999999999'].map(
    (kid): [string, JsonObject] => [`kid ${JSON.stringify(kid)}`, { kid }],
  ),
  ['kid as a number', { kid: 0 }],
  ['kid null', { kid: null }],
  ['jwk of another key', { jwk: { ...stranger.jwk } }],
  ['jwk with a private member', { jwk: { ...jwk, d: jwk.x } }],
  ['jwk null', { jwk: null }],
  ['jwk and the index of another', { jwk, kid: '0' }],
  ['jwk and an unknown kid', { jwk, kid: 'x' }],
  ['x5c', { x5c: ['AAAA'] }],
];

for (const [name, header] of refused) {
  test(`no key: ${name}`, () => assert.equal(provenKey(header, keys), undefined));
}

test('the kid of an attested key goes before an index', () => {
  const swapped = keys.map((key, index) => ({ ...key, kid: String(1 - index) }));
  assert.equal(provenKey({ kid: '0' }, swapped), swapped[1]);
});
