/** Status list tokens (Token Status List, 5.1 and 8.3). Pure; the caller fetches and caches them. */
import type { X509Certificate } from 'node:crypto';
import { checkSignature, checkType, type ParsedJwt, parseJwt, SIGNATURE_ALGORITHMS } from '../crypto/jwt.ts';
import { JwtError } from '../crypto/jwt-error.ts';
import { decodeStatusList, type StatusBits } from '../crypto/status-bits.ts';
import { checkTimes, timeClaim } from '../crypto/time-claims.ts';
import { verifyCertificatePath } from '../crypto/x5c.ts';
import { isObject, type Json, type JsonObject, own } from '../kernel/json.ts';
import { listTimes } from './list-lifetime.ts';
import { isStatusBits, MAX_LIST_BYTES, type StatusList } from './status-list.ts';
import type { SignedStatusReference } from './status-reference.ts';

export interface StatusTokenOptions {
  /** As fetched. */
  readonly token: string;
  readonly reference: Pick<SignedStatusReference, 'uri' | 'signer' | 'anchors'>;
  /** Milliseconds. */
  readonly now: number;
  /** Limits: characters of the token, bytes of the inflated list. */
  readonly maxLength?: number;
  readonly maxBytes?: number;
}

/** TS3 lets a wallet provider sign with any of them. */

const MAX_LENGTH = 2_097_152;

/**
 * Checks a token and inflates its list, in that order.
 * @throws JwtError if any check fails
 */
export async function verifyStatusToken(options: StatusTokenOptions): Promise<StatusList> {
  const { token, reference, now, maxLength = MAX_LENGTH, maxBytes = MAX_LIST_BYTES } = options;
  const parsed = parseJwt(token, { maxLength, algorithms: SIGNATURE_ALGORITHMS });
  const { header, payload } = parsed;
  checkType(header, 'statuslist+jwt');
  checkClaims(payload, reference.uri, now);
  const signer = signerOf(parsed, reference, now);
  checkSignature(parsed, signer.publicKey);
  const { lst, bits } = statusListOf(payload);
  const list = await decodeStatusList(lst, maxBytes);
  if (list === undefined) throw new JwtError('status_list');
  return { list, bits, signer, ...listTimes({ ttl: ttlOf(payload), exp: timeClaim(payload, 'exp') }, now) };
}

/** 5.1: `sub` is the address that the credential names, `iat` is required */
function checkClaims(payload: JsonObject, uri: string, now: number): void {
  if (own(payload, 'sub') !== uri) throw new JwtError('claim');
  if (timeClaim(payload, 'iat') === undefined) throw new JwtError('claim');
  checkTimes(payload, now);
  ttlOf(payload);
}

/** Seconds, if any. */
function ttlOf(payload: JsonObject): number | undefined {
  const ttl = own(payload, 'ttl');
  if (ttl !== undefined && (typeof ttl !== 'number' || ttl <= 0)) throw new JwtError('claim');
  return ttl;
}

/**
 * HAIP 1.0, 6.1: the key in `x5c`, with the anchors. Without `x5c` the key that signed the reference to the list, if it
 * is known.
 */
function signerOf(
  { header }: ParsedJwt,
  { anchors, signer }: StatusTokenOptions['reference'],
  now: number,
): X509Certificate {
  const x5c = own(header, 'x5c');
  if (x5c === undefined && signer !== undefined) return signer;
  return verifyCertificatePath(x5c, anchors, now, 'list');
}

/** 4.2 */
function statusListOf(payload: JsonObject): { readonly lst: Json | undefined; readonly bits: StatusBits } {
  const list = own(payload, 'status_list');
  const bits = isObject(list) ? own(list, 'bits') : undefined;
  if (!isObject(list) || !isStatusBits(bits)) throw new JwtError('status_list');
  return { lst: own(list, 'lst'), bits };
}
