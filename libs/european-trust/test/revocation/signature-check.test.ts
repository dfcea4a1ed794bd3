import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Element, elementsOf } from '@countersign/shared/crypto/der';
import { checkSignature } from '../../src/revocation/signature-check.ts';
import { UnusableRevocation } from '../../src/revocation/unusable.ts';
import { element, sequence } from '../../src/revocation/write-der.ts';

const ECDSA_SHA256 = '2a8648ce3d040302';
const RSASSA_PSS = '2a864886f70d01010a';
const SHA_256 = '608648016503040201';
const bytes = Buffer.from('what is signed');
const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));

function algorithmOf(hex: string, ...parameters: readonly Buffer[]): Element {
  const [algorithm] = elementsOf(sequence(oid(hex), ...parameters)) ?? [];
  return algorithm ?? assert.fail();
}

const bitsOf = (signature: Buffer, unused = 0): Buffer => Buffer.concat([Buffer.from([unused]), signature]);
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pss = sequence(element(0xa0, sequence(oid(SHA_256))));

function check(algorithm: Element, bits: Buffer, key: KeyObject = ec.publicKey): Promise<void> {
  return checkSignature({ algorithm, bytes, bits }, key);
}

async function unusable(reason: string, checked: Promise<void>): Promise<void> {
  await assert.rejects(checked, (error) => error instanceof UnusableRevocation && error.reason === reason);
}

describe('a signature over a list or an answer', () => {
  const signature = sign('sha256', bytes, ec.privateKey);

  it('is by the key, in the scheme that is named', async () => {
    await check(algorithmOf(ECDSA_SHA256), bitsOf(signature));
    const { privateKey: key } = rsa;
    const padded = sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
    await check(algorithmOf(RSASSA_PSS, pss), bitsOf(padded), rsa.publicKey);
  });

  it('is none by another key, over other bytes, of another kind of key, or with unused bits', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await unusable('signature', check(algorithmOf(ECDSA_SHA256), bitsOf(signature), other.publicKey));
    await unusable('signature', check(algorithmOf(ECDSA_SHA256), bitsOf(signature), rsa.publicKey));
    await unusable('signature', check(algorithmOf(ECDSA_SHA256), bitsOf(signature, 1)));
    await unusable('signature', check(algorithmOf(ECDSA_SHA256), bitsOf(Buffer.alloc(signature.length))));
  });

  it('never counts over SHA-1 or MD5, also where the parameters leave the hash out', async () => {
    for (const hex of ['2a8648ce3d0401', '2a864886f70d010105', '2a864886f70d010104']) {
      await unusable('signature_algorithm', check(algorithmOf(hex), bitsOf(signature)));
    }
    await unusable('signature_algorithm', check(algorithmOf(RSASSA_PSS, sequence()), bitsOf(signature), rsa.publicKey));
  });
});
