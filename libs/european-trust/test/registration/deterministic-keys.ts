/** Keys and random bytes that are the same in every run. For tests only: whoever knows the name knows the key. */
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Random } from '@countersign/shared/kernel/random';

export interface TestKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const CURVES = {
  'P-256': { name: 'prime256v1', bytes: 32 },
  'P-384': { name: 'secp384r1', bytes: 48 },
  'P-521': { name: 'secp521r1', bytes: 66 },
} as const;

export type TestCurve = keyof typeof CURVES | 'Ed25519';

/** RFC 8410, 7: a private key before its 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a name. */
export function keyOf(name: string, curve: TestCurve = 'P-256'): TestKey {
  const privateKey = curve === 'Ed25519' ? ed25519(name) : onCurve(name, curve);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function ed25519(name: string): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519, bytesOf(name, 32)]), format: 'der', type: 'pkcs8' });
}

function onCurve(name: string, curve: keyof typeof CURVES): KeyObject {
  const { name: ecdhName, bytes } = CURVES[curve];
  const scalar = bytesOf(name, bytes);
  // Below the order of each curve.
  scalar[0] = 0;
  const ecdh = createECDH(ecdhName);
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const x = point.subarray(1, 1 + bytes).toString('base64url');
  const y = point.subarray(1 + bytes).toString('base64url');
  return createPrivateKey({ key: { kty: 'EC', crv: curve, x, y, d: scalar.toString('base64url') }, format: 'jwk' });
}

function bytesOf(name: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(name).digest();
}

/** The bytes of a name, each time others. */
export function randomOf(name: string): Random {
  let calls = 0;
  return (length) => {
    calls += 1;
    return bytesOf(`${name} ${calls}`, length);
  };
}

const HASHES = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512', EdDSA: null } as const;

export type TestAlgorithm = keyof typeof HASHES;

/** R and S side by side, or an EdDSA signature. */
export function signWith({ privateKey }: TestKey, algorithm: TestAlgorithm, input: Buffer): Buffer {
  return sign(HASHES[algorithm], input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
}
