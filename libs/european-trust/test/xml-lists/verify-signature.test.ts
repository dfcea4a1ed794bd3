import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scanXml } from '../../src/xml-lists/scan.ts';
import { type SignatureShape, signatureShape } from '../../src/xml-lists/signature-shape.ts';
import { verifySignature } from '../../src/xml-lists/verify-signature.ts';
import { makeSigner, rooted, signedList } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = await makeSigner('Signer');
const { text, signature } = scanXml(signedList('<A>1</A>', signer));
const shape = signatureShape(signature);
const key = signer.certificate.publicKey;
const verify = (changed: string, change: Partial<SignatureShape> = {}) =>
  verifySignature(changed, { ...shape, ...change }, key);

it('hands out the canonical bytes, without comments and in canonical form', () => {
  const { list, properties } = verify(text.replace('<A>1</A>', '<A  >1<!-- 2 --></A  >'));
  assert.equal(list, rooted('<A>1</A>'));
  assert.ok(properties.startsWith('<xades:SignedProperties xmlns:xades='));
});

it('refuses what differs from the bytes or the key', async () => {
  refusesAs('signature_invalid', () => verify(text.replace('<A>1</A>', '<A>2</A>')));
  refusesAs('signature_invalid', () => verify(text.replace('<xades:SigningTime>2026', '<xades:SigningTime>2027')));
  const other = await makeSigner('Other');
  refusesAs('signature_invalid', () => verifySignature(text, shape, other.certificate.publicKey));
});

it('refuses a library that reads other references than the check of the shape', () => {
  refusesAs('signature_invalid', () => verify(text, { references: shape.references.slice(0, 1) }));
  const swapped = [...shape.references].reverse();
  refusesAs('signature_invalid', () => verify(text, { references: swapped }));
});

it('allows the method of the shape only', () => {
  refusesAs('signature_invalid', () => verify(text, { method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384' }));
});
