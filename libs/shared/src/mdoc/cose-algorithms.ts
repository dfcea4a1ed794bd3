/** Signature algorithms of COSE: those that are accepted, each with its curve (RFC 9053, 2.1 and 2.2; RFC 9864, 2). */
import type { EcdsaAlgorithm } from '../crypto/ecdsa.ts';
import type { SigningAlgorithm } from '../crypto/keys.ts';

export interface CoseCurve {
  /** Name of the curve in node:crypto. */
  readonly curve: 'prime256v1' | 'secp384r1' | 'secp521r1' | 'ed25519';
  /** Undefined for Ed25519, which hashes by itself. */
  readonly ecdsa?: EcdsaAlgorithm;
}

const P256: CoseCurve = { curve: 'prime256v1', ecdsa: { hash: 'sha256', bytes: 64 } };
const P384: CoseCurve = { curve: 'secp384r1', ecdsa: { hash: 'sha384', bytes: 96 } };
const P521: CoseCurve = { curve: 'secp521r1', ecdsa: { hash: 'sha512', bytes: 132 } };
const ED25519: CoseCurve = { curve: 'ed25519' };

/** ES256, which RFC 9864 replaces with ESP256. */
export const ES256 = -7;

/** What the server writes: the older numbers, which every reader knows. */
export const COSE_NUMBER: Readonly<Record<SigningAlgorithm, number>> = { ES256, ES384: -35, EdDSA: -8 };

/**
 * By number. ES256, ES384, ES512 and EdDSA don't specify a curve in COSE. As in JOSE, each is accepted only with one
 * curve: the one that fits its hash, and Ed25519.
 */
export const coseAlgorithms: ReadonlyMap<unknown, CoseCurve> = new Map([
  [ES256, P256],
  [-9, P256],
  [-35, P384],
  [-51, P384],
  [-36, P521],
  [-52, P521],
  [-8, ED25519],
  [-19, ED25519],
]);
