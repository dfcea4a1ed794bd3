import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateFields } from '../../src/revocation/certificate-fields.ts';
import { authority, leafUnder } from './revocation-authority.ts';

const ca = await authority();
const leaf = await leafUnder(ca);

test('serial number, names and key as they are in the certificate', () => {
  const [above, below] = [certificateFields(ca.certificate), certificateFields(leaf.certificate)];
  assert.deepEqual(below.issuer, above.subject);
  assert.deepEqual(above.issuer, above.subject);
  assert.notDeepEqual(below.subject, above.subject);
  assert.equal(Buffer.from(below.serial, 'latin1').toString('hex').toUpperCase(), leaf.certificate.serialNumber);
  const { x = '', y = '' } = leaf.certificate.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  assert.deepEqual(below.key, point);
});

test('bytes that are no certificate', () => {
  const { raw } = leaf.certificate;
  for (const bytes of [Buffer.alloc(0), raw.subarray(0, 40), Buffer.from([0x30, 2, 0x30, 0])]) {
    assert.throws(() => certificateFields({ raw: bytes } as X509Certificate), RangeError);
  }
});
