/** The algorithms of keys that sign for a tenant. Generated keys are P-256; an operator's key may be another one. */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type EcdsaAlgorithm, P256, P384, signEcdsa } from './ecdsa.ts';
import { publicJwkOf } from './jwk.ts';
import { JwtError } from './jwt-error.ts';
import type { Sign, SigningAlgorithm, SigningJwk } from './keys.ts';

interface Row {
  readonly alg: SigningAlgorithm;
  readonly isOf: (key: KeyObject) => boolean;
  /** Undefined for Ed25519, which hashes by itself (RFC 8032). */
  readonly ecdsa?: EcdsaAlgorithm;
}

const onCurve =
  (curve: string) =>
  ({ asymmetricKeyDetails }: KeyObject): boolean =>
    asymmetricKeyDetails?.namedCurve === curve;

const rows: readonly Row[] = [
  { alg: 'ES256', isOf: onCurve(P256.curve), ecdsa: P256 },
  { alg: 'ES384', isOf: onCurve(P384.curve), ecdsa: P384 },
  { alg: 'EdDSA', isOf: ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519' },
];

/** What a key signs with; undefined for a key of any other kind. */
export function algorithmOf(key: KeyObject): SigningAlgorithm | undefined {
  return rows.find(({ isOf }) => isOf(key))?.alg;
}

/** Signs with a private key of this process. @throws JwtError `key` for a key of any other kind */
export function localSign(privateKey: KeyObject): Sign {
  const row = rows.find(({ isOf }) => isOf(privateKey));
  if (row === undefined) throw new JwtError('key');
  const { ecdsa } = row;
  if (ecdsa === undefined) return async (input) => sign(null, input, privateKey);
  return async (input) => signEcdsa(ecdsa, input, privateKey);
}

/** The public JWK of a key, public or private. @throws JwtError `key` for a key of any other kind */
export function signingJwkOf(key: KeyObject): SigningJwk {
  const alg = algorithmOf(key);
  if (alg === 'ES256') return publicJwkOf(key);
  const { x = '', y = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (alg === 'ES384') return { kty: 'EC', crv: 'P-384', x, y };
  if (alg === 'EdDSA') return { kty: 'OKP', crv: 'Ed25519', x };
  throw new JwtError('key');
}
