/** New P-256 key pairs. */
import type { KeyObject } from 'node:crypto';
import { createECDH, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { PublicJwk } from './keys.ts';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Creates a P-256 key pair (40 microseconds, and the import). The keys pass through DER because in Node 20 a fresh key
 * shares a lock with the job that created it. Reading its details or its JWK while the garbage collector frees that job
 * deadlocks the process.
 */
export function generateKeyPair(): KeyPair {
  const made = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return {
    privateKey: createPrivateKey({ key: made.privateKey, type: 'pkcs8', format: 'der' }),
    publicKey: createPublicKey({ key: made.publicKey, type: 'spki', format: 'der' }),
  };
}

/** A key of one request, in its stored form: importing a JWK costs a fraction of importing DER. */
export interface AgreementJwk extends PublicJwk {
  readonly d: string;
}

const COORDINATE = 32;

/** Creates a P-256 key for ECDH-ES. */
export function generateAgreementJwk(): AgreementJwk {
  const ecdh = createECDH('prime256v1');
  // Uncompressed point: 04, x, y.
  const point = ecdh.generateKeys();
  const scalar = ecdh.getPrivateKey();
  // A JWK keeps leading zeros (RFC 7518, 6.2.2.1), while node omits them.
  const d = Buffer.concat([Buffer.alloc(COORDINATE - scalar.length), scalar]);
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 1 + COORDINATE).toString('base64url'),
    y: point.subarray(1 + COORDINATE).toString('base64url'),
    d: d.toString('base64url'),
  };
}
