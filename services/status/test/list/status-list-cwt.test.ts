import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import type { CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { signStatusListCwt } from '../../src/list/status-list-cwt.ts';

const key = await makeSigningKey();
const uri = 'https://example.com/statuslists/1';
const lst = Buffer.from('78dadbb918000217015d', 'hex');
const token = await signStatusListCwt({ uri, lst, bits: 1, iat: 1_686_920_170, exp: 2_291_720_170, ttl: 43_200, key });

const message = readCbor(token) as Tagged;
const [protectedBytes, unprotected, payload, signature] = message.value as readonly CborValue[] as readonly Buffer[];

test('the claims are those of the example in the standard, 5.2', async () => {
  const hex =
    'a502782168747470733a2f2f6578616d706c652e636f6d2f7374617475736c697374732f31061a648c5bea041a8898dfea19fffe19a8c0' +
    '19fffda2646269747301636c73744a78dadbb918000217015d';
  assert.equal(payload?.toString('hex'), hex);
});

test('a COSE_Sign1 with its tag, the type and the chain in the protected header, and nothing outside of it', () => {
  assert.equal(message.tag, 18);
  const chain = Buffer.from(key.x5c[0] ?? '', 'base64');
  const header = new Map<number, CborValue>([
    [1, -7],
    [16, 'application/statuslist+cwt'],
    [33, chain],
  ]);
  assert.deepEqual(readCbor(protectedBytes ?? Buffer.alloc(0)), header);
  assert.deepEqual(unprotected, new Map());
});

test('the signature verifies with the key over the bytes that RFC 9052 names', () => {
  const input = Buffer.concat([
    Buffer.from('846a5369676e617475726531', 'hex'),
    writeCbor(protectedBytes),
    Buffer.of(0x40),
    writeCbor(payload),
  ]);
  const publicKey = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
  assert.ok(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature ?? Buffer.alloc(0)));
});
