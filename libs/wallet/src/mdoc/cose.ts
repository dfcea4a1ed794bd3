/** COSE_Sign1 with ES256 (RFC 9052, 4.2; RFC 9053, 2.1) and keys of P-256 (RFC 9053, 7.1), without the server's code. */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { WalletKey } from '../jwt/keys.ts';
import { type Cbor, type CborMap, decodeCbor, encodeCbor } from './cbor.ts';

/** Labels of COSE headers. */
export const ALG = 1;
export const X5CHAIN = 33;
export const ES256 = -7;
/** ES256 restricted to P-256 (RFC 9864). */
export const ESP256 = -9;

export interface Sign1 {
  readonly protectedHeader: CborMap;
  readonly unprotectedHeader: CborMap;
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** @param detached the signed content if the payload is null */
export function signSign1(
  key: WalletKey,
  {
    payload,
    detached,
    unprotectedHeader = new Map(),
  }: Partial<Pick<Sign1, 'payload' | 'unprotectedHeader'>> & { readonly detached?: Uint8Array },
): Sign1 {
  const protectedHeader = new Map<Cbor, Cbor>([[ALG, ES256]]);
  const signed = toBeSigned(protectedHeader, detached ?? payload ?? Buffer.alloc(0));
  const signature = sign('sha256', signed, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return { protectedHeader, unprotectedHeader, payload: payload ?? null, signature };
}

export function verifySign1(message: Sign1, key: KeyObject, detached?: Uint8Array): boolean {
  const content = detached ?? message.payload;
  if (content === null || message.signature.length !== 64) return false;
  const signed = toBeSigned(message.protectedHeader, content);
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, message.signature);
}

function toBeSigned(protectedHeader: CborMap, content: Uint8Array): Buffer {
  return encodeCbor(['Signature1', headerBytes(protectedHeader), Buffer.alloc(0), content]);
}

/** An empty header is an empty byte string (RFC 9052, 3). */
function headerBytes(header: CborMap): Buffer {
  return header.size === 0 ? Buffer.alloc(0) : encodeCbor(header);
}

/** The four members, without a tag. */
export function sign1ToCbor({ protectedHeader, unprotectedHeader, payload, signature }: Sign1): Cbor {
  return [headerBytes(protectedHeader), unprotectedHeader, payload, signature];
}

/** @throws Error if the value is not a COSE_Sign1 without a tag */
export function sign1Of(value: Cbor): Sign1 {
  const [header, unprotectedHeader, payload, signature] = Array.isArray(value) && value.length === 4 ? value : [];
  const isSound =
    header instanceof Uint8Array &&
    unprotectedHeader instanceof Map &&
    (payload === null || payload instanceof Uint8Array) &&
    signature instanceof Uint8Array;
  if (!isSound) throw new Error('it is not a COSE_Sign1');
  const protectedHeader = header.length === 0 ? new Map() : decodeCbor(header);
  if (!(protectedHeader instanceof Map)) throw new Error('the protected header is not a map');
  return { protectedHeader, unprotectedHeader, payload, signature };
}

/** The public key as a COSE_Key: four members and nothing else. */
export function coseKeyOf({ publicJwk: { x, y } }: Pick<WalletKey, 'publicJwk'>): CborMap {
  return new Map<Cbor, Cbor>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

/** The coordinates of a P-256 COSE_Key, as a JWK. @throws Error for any other key, or if it has more members */
export function jwkOfCoseKey(key: Cbor): WalletKey['publicJwk'] {
  if (!(key instanceof Map) || key.size !== 4 || key.get(1) !== 2 || key.get(-1) !== 1) {
    throw new Error('the key is not a P-256 public key with four members');
  }
  const [x, y] = [key.get(-2), key.get(-3)];
  if (!(x instanceof Uint8Array && y instanceof Uint8Array && x.length === 32 && y.length === 32)) {
    throw new Error('a key coordinate is not 32 bytes long');
  }
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) };
  // Refuses a point that is not on the curve.
  createPublicKey({ key: jwk, format: 'jwk' });
  return jwk;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
