/** Keys of a test wallet, P-256, and the JWTs it signs: written without the server's code and without jose, on node:crypto. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import type { JwtKind, Step } from './signer.ts';

export interface WalletKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string };
  /** RFC 7638. */
  readonly thumbprint: string;
}

export function newWalletKey(): WalletKey {
  // Through DER: Node 20 can hang when it exports a key whose generation is not collected yet.
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return walletKeyOf(createPrivateKey({ key: pair.privateKey, type: 'pkcs8', format: 'der' }));
}

/** A private key, P-256, with its public JWK and thumbprint. */
export function walletKeyOf(privateKey: KeyObject): WalletKey {
  const publicKey = createPublicKey(privateKey);
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { privateKey, publicJwk: { kty, crv, x, y }, thumbprint };
}

/** A JWS in compact form; the header is used unchanged, so that a test can send false values. */
export function signCompact(header: object, payload: object, key: KeyObject): string {
  const input = `${base64url(header)}.${base64url(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export const signJwt: Signer = ({ header, payload, sign: key }) => signCompact(header, payload, key.privateKey);

/** The step whose request carries a JWT, and how it is signed: by default unchanged. */
export interface Signing {
  readonly step?: Step | undefined;
  readonly sign?: Signer | undefined;
}

export function signAs(
  kind: JwtKind,
  key: WalletKey,
  { step = 'credential', sign: signer = signJwt, header, payload }: Signing & { header: object; payload: object },
): string {
  return signer({ kind, step, header, payload, sign: key });
}

export interface DpopInput extends Signing {
  readonly method: string;
  readonly url: string;
  readonly accessToken?: string | undefined;
  readonly nonce?: string | undefined;
  /** Seconds. */
  readonly iat?: number;
  readonly jti?: string;
  /** Overrides, for proofs that must be refused; undefined removes a member. */
  readonly header?: object;
  readonly payload?: object;
}

/** A DPoP proof (RFC 9449, 4.2). */
export function dpopProof(key: WalletKey, input: DpopInput): string {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk, ...input.header };
  const payload = {
    jti: input.jti ?? randomUUID(),
    htm: input.method,
    htu: input.url,
    iat: input.iat ?? Math.floor(Date.now() / 1000),
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
    ...(input.accessToken === undefined
      ? {}
      : { ath: createHash('sha256').update(input.accessToken).digest('base64url') }),
    ...input.payload,
  };
  return signAs('dpop', key, { ...input, header, payload });
}

export interface KeyProofInput extends Signing {
  readonly audience: string;
  readonly nonce?: string | undefined;
  readonly header?: object;
  readonly payload?: object;
}

/** A key proof (OpenID4VCI 1.0, Appendix F.1). */
export function keyProof(key: WalletKey, input: KeyProofInput): string {
  const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.publicJwk, ...input.header };
  const payload = {
    aud: input.audience,
    iat: Math.floor(Date.now() / 1000),
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
    ...input.payload,
  };
  return signAs('proof', key, { ...input, header, payload });
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export interface JwtParts {
  readonly kind: JwtKind;
  /** The step whose request carries it. */
  readonly step: Step;
  readonly header: object;
  readonly payload: object;
  readonly sign: WalletKey;
}

export type Signer = (parts: JwtParts) => string;
