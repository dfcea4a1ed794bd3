/** Signed JWTs of wallets and their providers, ES256, ES384 and ES512, without product code: every part can be replaced. */
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

export type WalletAlgorithm = 'ES256' | 'ES384' | 'ES512';

export interface WalletKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** What a hostile test changes of a JWT. */
export interface JwtOverrides {
  /** Members of the header; undefined removes one. */
  readonly header?: object;
  /** Members of the payload; undefined removes one. */
  readonly claims?: object;
  /** Overrides the right key; a secret key creates an HMAC with SHA-256. */
  readonly signingKey?: KeyObject;
  /** Receives the right signature and returns the one to send. */
  readonly signature?: (right: Buffer) => Buffer;
}

const CURVES = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' } as const;
const HASHES: Readonly<Record<string, string>> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' };

/** Through DER: Node 20 can hang when it exports a key whose generation is not collected yet. */
export function newWalletKeyPair(alg: WalletAlgorithm = 'ES256'): WalletKeyPair {
  const made = generateKeyPairSync('ec', {
    namedCurve: CURVES[alg],
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return {
    privateKey: createPrivateKey({ key: made.privateKey, type: 'pkcs8', format: 'der' }),
    publicKey: createPublicKey({ key: made.publicKey, type: 'spki', format: 'der' }),
  };
}

/** The public JWK of a key: `kty`, `crv`, `x`, `y`. */
export function walletJwk(key: KeyObject): JsonWebKey {
  const { kty, crv, x, y } = key.export({ format: 'jwk' });
  return { kty, crv, x, y } as JsonWebKey;
}

/** RFC 7638 thumbprint, SHA-256, base64url. */
export function walletJwkThumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** A JWS in compact form. The header is used as given, including `alg`. The hash belongs to the key's curve. */
export function signWalletJwt(
  jwt: { readonly header: object; readonly claims: object; readonly key: KeyObject },
  overrides: JwtOverrides = {},
): string {
  const header = part({ ...jwt.header, ...overrides.header });
  const input = `${header}.${part({ ...jwt.claims, ...overrides.claims })}`;
  const right = signatureOf(input, overrides.signingKey ?? jwt.key);
  return `${input}.${(overrides.signature?.(right) ?? right).toString('base64url')}`;
}

function signatureOf(input: string, key: KeyObject): Buffer {
  if (key.type === 'secret') return createHmac('sha256', key).update(input).digest();
  const hash = HASHES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256';
  return sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
