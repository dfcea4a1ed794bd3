/** Signature algorithms of COSE: those that are accepted, each with its curve (RFC 9053, 2.1 and 2.2; RFC 9864, 2). */
import { type EcdsaAlgorithm, type EcdsaCurve, P256, P384, P521 } from '../crypto/ecdsa.ts';
import type { SigningAlgorithm } from '../crypto/keys.ts';

export interface CoseCurve {
  /** Name of the curve in node:crypto. */
  readonly curve: EcdsaCurve['curve'] | 'ed25519';
  /** Undefined for Ed25519, which hashes by itself. */
  readonly ecdsa?: EcdsaAlgorithm;
}

const ON_P256: CoseCurve = { curve: P256.curve, ecdsa: P256 };
const ON_P384: CoseCurve = { curve: P384.curve, ecdsa: P384 };
const ON_P521: CoseCurve = { curve: P521.curve, ecdsa: P521 };
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
  [ES256, ON_P256],
  [-9, ON_P256],
  [-35, ON_P384],
  [-51, ON_P384],
  [-36, ON_P521],
  [-52, ON_P521],
  [-8, ED25519],
  [-19, ED25519],
]);
