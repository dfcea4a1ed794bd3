import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { childrenOf, elementsOf } from '@countersign/shared/crypto/der';
import { certificateFields } from '../../src/revocation/certificate-fields.ts';
import { ocspQuestion, ocspRequest } from '../../src/revocation/ocsp-request.ts';
import { authority, leafUnder } from './revocation-authority.ts';

const ca = await authority();
const leaf = await leafUnder(ca);

test('the question names the issuer by two hashes and the certificate by its serial number', () => {
  const { certId } = ocspQuestion(leaf.certificate, ca.certificate, Buffer.alloc(32));
  const [algorithm, name, key, serial] = childrenOf(elementsOf(certId)?.[0]) ?? [];
  const { subject, key: bits } = certificateFields(ca.certificate);
  const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest();
  assert.equal(childrenOf(algorithm)?.[0]?.content.toString('hex'), '2b0e03021a');
  assert.deepEqual([name?.content, key?.content], [sha1(subject), sha1(bits)]);
  assert.equal(serial?.content.toString('latin1'), certificateFields(leaf.certificate).serial);
});

test('each question has its own nonce, and no two differ in anything else', () => {
  const [one, two] = [1, 2].map((byte) =>
    ocspRequest(ocspQuestion(leaf.certificate, ca.certificate, Buffer.alloc(32, byte))).toString('hex'),
  );
  assert.notEqual(one, two);
  assert.equal(one?.replace('01'.repeat(32), ''), two?.replace('02'.repeat(32), ''));
});
