/** The checks of both kinds of lists in CWT form. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CwtError } from '../../src/mdoc/cwt-error.ts';
import { type ListCwtOptions, verifyListCwt } from '../../src/trust/list-cwt.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { type CwtChange, IDENTIFIER_CWT, identifierCwt, STATUS_CWT, statusCwt } from './list-cwts.ts';
import { anchor, FOREIGN, NOW, SECONDS } from './status-world.ts';

const foreign = await makeSigningKey();
const options = { uri: FOREIGN, anchors: [anchor], now: NOW };
const kinds: readonly (readonly [ListCwtOptions['type'], (change: CwtChange) => Buffer])[] = [
  [STATUS_CWT, statusCwt],
  [IDENTIFIER_CWT, (change) => identifierCwt([], change)],
];

const bad: Readonly<Record<string, CwtChange>> = {
  'another address': { claims: { 2: `${FOREIGN}/` } },
  'no address': { claims: { 2: undefined } },
  'addresses in a list': { claims: { 2: [FOREIGN] } },
  'no iat': { claims: { 6: undefined } },
  ended: { claims: { 4: SECONDS } },
  'a ttl of nothing': { claims: { 65534: 0 } },
  'a negative ttl': { claims: { 65534: -1 } },
  'a ttl as text': { claims: { 65534: '600' } },
  'a ttl beyond 2^53': { claims: { 65534: 2n ** 63n } },
  'a ttl of null': { claims: { 65534: null } },
  'no type': { header: { 16: undefined } },
  'the type of the JWT': { header: { 16: 'statuslist+jwt' } },
  'signed by another key': { key: foreign.privateKey },
  'signed under a foreign anchor': {
    header: { 33: Buffer.from(foreign.x5c[0] ?? '', 'base64') },
    key: foreign.privateKey,
  },
  'a chain that is not protected': { header: { 33: undefined }, unprotected: { 33: anchor.raw } },
  'a MAC': { tag: 17, header: { 1: 5 } },
};

for (const [type, make] of kinds) {
  const verify = (token: Buffer, change: Partial<ListCwtOptions> = {}) =>
    verifyListCwt({ ...options, type, token, reading: { byteKeys: true }, ...change });

  for (const [name, change] of Object.entries(bad)) {
    test(`refused as ${type}: ${name}`, () => {
      assert.throws(() => verify(make(change)), CwtError);
    });
  }

  test(`${type}: kept for its ttl, and never past its exp`, () => {
    const kept = (claims: object): number =>
      (verify(make({ claims: { 4: undefined, ...claims } })).keepUntil - NOW) / 1000;
    assert.deepEqual([kept({ 65534: 600 }), kept({}), kept({ 65534: 600, 4: SECONDS + 10 })], [600, 300, 10]);
  });

  test(`${type}: a token longer than the limit is not decoded, nor one of the other kind`, () => {
    const token = make({});
    verify(token, { maxLength: token.length });
    assert.throws(() => verify(token, { maxLength: token.length - 1 }), { reason: 'structure' });
    for (const [other, of] of kinds) {
      if (other !== type) assert.throws(() => verify(of({})), { reason: 'type' });
    }
  });

  test(`${type}: under the anchors given alone`, () => {
    assert.throws(() => verify(make({}), { anchors: [] }), { reason: 'issuer' });
    assert.throws(() => verify(make({}), { anchors: [new X509Certificate(foreign.anchor)] }), { reason: 'issuer' });
  });
}
