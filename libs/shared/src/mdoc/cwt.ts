/** CWTs (RFC 8392) as signed messages of COSE with tag 18, their type and chain in the protected header. */
import type { X509Certificate } from 'node:crypto';
import { CertificateError } from '../crypto/certificate-error.ts';
import { verifyCertificateChain } from '../crypto/certificate-path.ts';
import { JwtError } from '../crypto/jwt-error.ts';
import type { SigningKey } from '../crypto/keys.ts';
import { checkTimes } from '../crypto/time-claims.ts';
import type { JsonObject } from '../kernel/json.ts';
import { CborError } from './cbor-error.ts';
import { type CborMap, type CborValue, isCborMap, Tagged } from './cbor-value.ts';
import { COSE_NUMBER } from './cose-algorithms.ts';
import { CoseError } from './cose-error.ts';
import { COSE_HEADER } from './cose-header.ts';
import { type CoseSign1, readCoseSign1, signCoseSign1, verifyCoseSign1 } from './cose-sign1.ts';
import { CwtError } from './cwt-error.ts';
import { type ReadCborOptions, readCbor } from './read-cbor.ts';
import { writeCbor } from './write-cbor.ts';
import { readX5chain, writeX5chain } from './x5chain.ts';

/** Keys of claims (RFC 8392, 4). */
export const CWT_CLAIM = { subject: 2, expiration: 4, notBefore: 5, issuedAt: 6 } as const;

const COSE_SIGN1_TAG = 18;

export interface SignCwtOptions {
  /** Media type, as `typ` (RFC 9596). */
  readonly type: string;
  readonly claims: CborMap;
  readonly key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>;
}

/** Signs the claims. */
export async function signCwt({ type, claims, key }: SignCwtOptions): Promise<Buffer> {
  const protectedHeader = new Map<number, CborValue>([
    [COSE_HEADER.algorithm, COSE_NUMBER[key.alg]],
    [COSE_HEADER.type, type],
    [COSE_HEADER.x5chain, writeX5chain(key.x5c)],
  ]);
  const message = await signCoseSign1({ protectedHeader, payload: writeCbor(claims), sign: key.sign });
  return writeCbor(new Tagged(COSE_SIGN1_TAG, message));
}

export interface VerifyCwtOptions {
  readonly token: Buffer;
  /** The media type that `typ` must be. */
  readonly type: string;
  /** CA certificates. A certificate that isn't a CA is trusted only for its own key. */
  readonly anchors: readonly X509Certificate[];
  /** Milliseconds. */
  readonly now: number;
  /** How the claims are read, which a trusted key has signed. */
  readonly reading?: ReadCborOptions;
}

export interface SignedCwt {
  readonly claims: CborMap;
  /** The signing key's certificate. */
  readonly signer: X509Certificate;
}

/** @returns the claims. @throws CwtError */
export function verifyCwt(options: VerifyCwtOptions): CborMap {
  return verifySignedCwt(options).claims;
}

/**
 * Checks type, chain, signature and times, in that order; the claims are decoded after their signature is verified.
 * @throws CwtError
 */
export function verifySignedCwt({ token, type, anchors, now, reading }: VerifyCwtOptions): SignedCwt {
  const message = refusedAs('structure', () => readCoseSign1(readCbor(token)));
  if (message.protectedHeader.get(COSE_HEADER.type) !== type) throw new CwtError('type');
  const signer = signerOf(message, anchors, now);
  if (!verifyCoseSign1({ message, key: signer.publicKey })) throw new CwtError('signature');
  const payload = message.payload ?? Buffer.alloc(0);
  const claims = refusedAs('structure', () => readCbor(payload, reading));
  if (!isCborMap(claims)) throw new CwtError('structure');
  refusedAs('time', () => checkTimes(timesOf(claims), now));
  return { claims, signer };
}

/** Only a chain in the protected header is used. */
function signerOf({ protectedHeader }: CoseSign1, anchors: readonly X509Certificate[], now: number): X509Certificate {
  const chain = readX5chain(protectedHeader.get(COSE_HEADER.x5chain));
  if (chain === undefined) throw new CwtError('issuer');
  return refusedAs('issuer', () => verifyCertificateChain(chain, anchors, now, 'list'));
}

/** RFC 8392, 2: a NumericDate without its tag. A claim of another type is passed on as one that no check accepts. */
function timesOf(claims: CborMap): JsonObject {
  const names = { iat: CWT_CLAIM.issuedAt, nbf: CWT_CLAIM.notBefore, exp: CWT_CLAIM.expiration };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, key]) => {
      if (!claims.has(key)) return [];
      const value = claims.get(key);
      return [[name, typeof value === 'number' ? value : null]];
    }),
  );
}

/** `checkTimes` throws the error for JWTs. */
const FAULTS = [CborError, CoseError, CertificateError, JwtError];

/** @throws CwtError instead of the errors of what it calls. A defect is thrown unchanged */
function refusedAs<T>(reason: 'structure' | 'issuer' | 'time', check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (FAULTS.some((fault) => cause instanceof fault)) throw new CwtError(reason, cause);
    throw cause;
  }
}
