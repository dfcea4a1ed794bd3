import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { CborKey, CborMap, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { publicKeyOf } from '../../src/mdoc/public-key.ts';
import { coseRefusal } from './refuses.ts';

const { publicKey } = generateKeyPair();
const jwk = publicJwkOf(publicKey);
const coseKey = coseKeyOf(jwk);

/** The key with other members. */
const withMembers = (members: readonly (readonly [CborKey, CborValue])[]): CborMap => new Map([...coseKey, ...members]);

test('a key has four members, in this order, and is read again', () => {
  const { x, y } = jwk;
  assert.deepEqual(
    [...coseKey],
    [
      [1, 2],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ],
  );
  assert.ok(publicKeyOf(readCbor(writeCbor(coseKey))).equals(publicKey));
});

const curves: readonly (readonly [number, string])[] = [
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
];
for (const [number, namedCurve] of curves) {
  test(`a key of ${namedCurve} is imported`, () => {
    const key = generateKeyPairSync('ec', { namedCurve }).publicKey;
    assert.ok(publicKeyOf(ofCurve(number, key)).equals(key));
  });
}

function ofCurve(number: number, key: KeyObject): CborMap {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return new Map<number, CborValue>([
    [1, 2],
    [-1, number],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

test('members that allow signatures, and unknown ones, change nothing', () => {
  const members: readonly (readonly [CborKey, CborValue])[] = [
    [2, Buffer.from('key id')],
    [3, -9],
    [4, [2, 7]],
    ['unknown', 1],
  ];
  assert.ok(publicKeyOf(withMembers(members)).equals(publicKey));
});

const offCurve = Buffer.from(Buffer.from(jwk.y, 'base64url').map((byte, index) => (index === 31 ? byte ^ 1 : byte)));

const unusable: Readonly<Record<string, readonly [detail: string, key: CborValue]>> = {
  'no map': ['no_cose_key', [1, 2]],
  nothing: ['no_cose_key', undefined],
  'a private part': ['private', withMembers([[-4, Buffer.alloc(32, 1)]])],
  'another key type': ['curve', withMembers([[1, 1]])],
  'an unknown curve': ['curve', withMembers([[-1, 8]])],
  'no curve': ['curve', new Map([[1, 2]])],
  'the algorithm of another curve': ['not_for_signatures', withMembers([[3, -35]])],
  'a key agreement as its algorithm': ['not_for_signatures', withMembers([[3, -25]])],
  'operations without verify': ['not_for_signatures', withMembers([[4, [1, 7]]])],
  'operations that are no list': ['not_for_signatures', withMembers([[4, 2]])],
  'a short coordinate': ['coordinate', withMembers([[-2, Buffer.alloc(31, 1)]])],
  'a compressed point': ['coordinate', withMembers([[-3, true]])],
  'coordinates of another curve': ['coordinate', withMembers([[-1, 2]])],
  'a point off the curve': ['not_on_curve', withMembers([[-3, offCurve]])],
  'the point at infinity': [
    'not_on_curve',
    withMembers([
      [-2, Buffer.alloc(32)],
      [-3, Buffer.alloc(32)],
    ]),
  ],
};
for (const [name, [detail, key]] of Object.entries(unusable)) {
  test(`a key is refused with ${name}`, () => {
    assert.deepEqual(coseRefusal(() => publicKeyOf(key), 'key').facts, { detail });
  });
}
