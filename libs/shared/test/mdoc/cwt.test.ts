import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { CborValue } from '../../src/mdoc/cbor-value.ts';
import { signCwt, verifyCwt } from '../../src/mdoc/cwt.ts';
import { CwtError, type CwtReason } from '../../src/mdoc/cwt-error.ts';
import { readCbor } from '../../src/mdoc/read-cbor.ts';
import { writeCbor } from '../../src/mdoc/write-cbor.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '../crypto/signing-key.ts';
import { type Entries, type MadeCwt, madeCwt, mapOf } from './made-cwt.ts';

const now = KEY_NOT_BEFORE + 86_400_000;
const seconds = now / 1000;
const type = 'application/example+cwt';
const issuer = await makeSigningKey();
const foreign = await makeSigningKey();
const anchors = [new X509Certificate(issuer.anchor)];
const chain = (key: typeof issuer): Buffer => Buffer.from(key.x5c[0] ?? '', 'base64');

const header: Entries = { 1: -7, 16: type, 33: chain(issuer) };
const claims: Entries = { 2: 'https://issuer.example', 6: seconds };

interface Change extends Partial<Omit<MadeCwt, 'protectedHeader' | 'claims'>> {
  readonly header?: Entries;
  readonly claims?: Entries | Buffer;
}

function tokenOf({ header: headers = {}, claims: claim = {}, ...rest }: Change = {}): Buffer {
  const payload = Buffer.isBuffer(claim) ? claim : { ...claims, ...claim };
  return madeCwt({ key: issuer.privateKey, protectedHeader: { ...header, ...headers }, claims: payload, ...rest });
}

const verify = (token: Buffer, at = now) => verifyCwt({ token, type, anchors, now: at });

function refused(reason: CwtReason, token: Buffer, at = now): void {
  assert.throws(
    () => verify(token, at),
    (error) => error instanceof CwtError && error.reason === reason,
  );
}

test('what is signed here is verified, with its type and its chain in the protected header', async () => {
  const token = await signCwt({ type, claims: mapOf(claims), key: issuer });
  assert.equal(token[0], 0xd2, 'tag 18');
  const [protectedBytes, unprotected] = readCbor(token.subarray(1)) as readonly [Buffer, CborValue];
  assert.deepEqual(readCbor(protectedBytes), mapOf(header));
  assert.deepEqual(unprotected, new Map());
  assert.deepEqual(verify(token), mapOf(claims));
});

test('the tag may be left out; another one is refused', () => {
  verify(tokenOf({ tag: null }));
  refused('structure', tokenOf({ tag: 17 }));
  refused('structure', tokenOf({ tag: 61 }));
});

test('signed with ES384 by a key of its curve', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  refused('signature', tokenOf({ header: { 1: -35 }, key: privateKey, hash: 'sha384' }));
});

const bad: readonly (readonly [name: string, CwtReason, Change])[] = [
  ['another type', 'type', { header: { 16: 'application/other+cwt' } }],
  ['no type', 'type', { header: { 16: undefined } }],
  ['a type that is not protected', 'type', { header: { 16: undefined }, unprotected: { 16: type } }],
  ['a MAC', 'structure', { header: { 1: 5 } }],
  ['no algorithm', 'structure', { header: { 1: undefined } }],
  ['an algorithm that is not protected', 'structure', { header: { 1: undefined }, unprotected: { 1: -7 } }],
  ['a critical header', 'structure', { header: { 2: [16] } }],
  ['an algorithm of another curve', 'signature', { header: { 1: -35 } }],
  ['no chain', 'issuer', { header: { 33: undefined } }],
  ['a chain that is not protected', 'issuer', { header: { 33: undefined }, unprotected: { 33: chain(issuer) } }],
  ['an empty chain', 'issuer', { header: { 33: [] } }],
  ['a chain of text', 'issuer', { header: { 33: issuer.x5c[0] } }],
  ['a chain of no certificate', 'issuer', { header: { 33: Buffer.of(1) } }],
  ['a foreign chain', 'issuer', { header: { 33: chain(foreign) }, key: foreign.privateKey }],
  ['the anchor as signer', 'issuer', { header: { 33: new X509Certificate(issuer.anchor).raw } }],
  ['another key', 'signature', { key: foreign.privateKey }],
  ['claims that are no CBOR', 'structure', { claims: Buffer.of(0xff) }],
  ['claims that are no map', 'structure', { claims: Buffer.of(0x80) }],
  ['a claim twice', 'structure', { claims: Buffer.from('a206000601', 'hex') }],
  ['iat ahead', 'time', { claims: { 6: seconds + 61 } }],
  ['nbf ahead', 'time', { claims: { 5: seconds + 61 } }],
  ['ended', 'time', { claims: { 4: seconds } }],
  ...[6, 5, 4].flatMap((claim) =>
    ['1', null, -1, 2n ** 63n, Number.NaN].map(
      (value) => [`claim ${claim} as ${String(value)}`, 'time', { claims: { [claim]: value } }] as const,
    ),
  ),
];

for (const [name, reason, change] of bad) {
  test(`refused: ${name}`, () => refused(reason, tokenOf(change)));
}

test('a signature of zeros, a detached payload and bytes behind the end are refused', () => {
  const token = tokenOf();
  refused('signature', Buffer.concat([token.subarray(0, -64), Buffer.alloc(64)]));
  refused('structure', Buffer.concat([token, Buffer.of(0)]));
  const [protectedBytes, unprotected, , signature] = readCbor(token.subarray(1)) as readonly CborValue[];
  refused('signature', writeCbor([protectedBytes, unprotected, null, signature]));
});

test('within the skew of a minute, and until its end', () => {
  verify(tokenOf({ claims: { 6: seconds + 60, 5: seconds + 60, 4: seconds + 1 } }));
  verify(tokenOf({ claims: { 4: seconds + 0.5 } }));
  refused('issuer', tokenOf(), KEY_NOT_AFTER + 1000);
});

test('the claims are read as the caller says, after the signature', () => {
  const list = Buffer.from('a1024100', 'hex');
  assert.throws(() => verifyCwt({ token: tokenOf({ claims: list }), type, anchors, now, reading: { maxItems: 2 } }), {
    reason: 'structure',
  });
  refused('signature', tokenOf({ claims: Buffer.of(0xff), key: foreign.privateKey }));
});
