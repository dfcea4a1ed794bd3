import assert from 'node:assert/strict';
import { sign, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateSignedAgain } from '../../src/crypto/certificate-signature.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { makeSigningKey } from './signing-key.ts';

const made = await makeSigningKey();
const der = Buffer.from(made.x5c[0] ?? '', 'base64');

test('the certificate has the signature of the other key, and is the same otherwise', async () => {
  // Enough signatures to include short R and S, and ones that start with a set bit.
  for (let turn = 0; turn < 200; turn += 1) {
    const { privateKey, publicKey } = generateKeyPair();
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const again = new X509Certificate(await certificateSignedAgain(der, async (input) => sign('sha256', input, key)));
    assert.ok(again.verify(publicKey));
    assert.equal(again.serialNumber, new X509Certificate(der).serialNumber);
    assert.equal(again.subject, new X509Certificate(der).subject);
  }
});

test('numbers of a signature are positive and without leading zeros', async () => {
  const signature = Buffer.alloc(64);
  signature[1] = 0x80;
  signature[63] = 1;
  const again = await certificateSignedAgain(der, async () => signature);
  const s = again.subarray(-3);
  assert.deepEqual([...s], [0x02, 0x01, 0x01]);
  // 31 bytes with a zero before the set bit.
  assert.ok(again.includes(Buffer.concat([Buffer.from([0x02, 0x20, 0x00, 0x80]), Buffer.alloc(30)])));
});
