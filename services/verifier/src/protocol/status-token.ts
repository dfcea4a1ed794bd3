/** Status list tokens (Token Status List, 5.1 and 8.3). Pure; the caller fetches and caches them. */
import type { KeyObject } from 'node:crypto';
import { verifyCertificatePath } from '@countersign/shared/crypto/certificate-path';
import { checkSignature, checkType, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { decodeStatusList, readStatus, type StatusBits } from '@countersign/shared/crypto/status-bits';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from './presentation-error.ts';
import type { StatusReference } from './status-reference.ts';
import { checkTimes, timeClaim } from './time-claims.ts';

export interface StatusList {
  readonly list: Buffer;
  readonly bits: StatusBits;
  /** Until when the list may be cached, milliseconds since the epoch. */
  readonly keepUntil: number;
}

export interface StatusTokenOptions {
  /** As fetched. */
  readonly token: string;
  readonly reference: Pick<StatusReference, 'uri' | 'signer' | 'anchors'>;
  /** Milliseconds. */
  readonly now: number;
  /** Limits: characters of the token, bytes of the inflated list. */
  readonly maxLength?: number;
  readonly maxBytes?: number;
}

const MAX_LENGTH = 2_097_152;
const MAX_BYTES = 4_194_304;

/** Seconds that a list is cached: minimum, maximum, and without a `ttl`. */
const MIN_TTL = 30;
const MAX_TTL = 86_400;
const DEFAULT_TTL = 300;

const SUSPENDED = 2;

/**
 * Checks a token and inflates its list, in that order.
 * @throws PresentationError `status_unavailable` where any check fails
 */
export async function verifyStatusToken(options: StatusTokenOptions): Promise<StatusList> {
  const { token, reference, now, maxLength = MAX_LENGTH, maxBytes = MAX_BYTES } = options;
  const { payload } = asUnavailable(() => {
    const parsed = parseJwt(token, { maxLength });
    checkType(parsed.header, 'statuslist+jwt');
    checkClaims(parsed.payload, reference.uri, now);
    checkSignature(parsed, signerOf(parsed, reference, now));
    return parsed;
  });
  const { lst, bits } = statusListOf(payload);
  const list = await decodeStatusList(lst, maxBytes);
  if (list === undefined) throw new PresentationError('status_unavailable');
  return { list, bits, keepUntil: keepUntil(payload, now) };
}

/**
 * Refuses a credential whose entry is not "valid".
 * @throws PresentationError `revoked`, `suspended`, `status_unavailable` for an entry outside the list
 */
export function checkStatus({ list, bits }: Pick<StatusList, 'list' | 'bits'>, idx: number): void {
  checkStatusValue(readStatus(list, idx, bits));
}

/**
 * @param status value of an entry; undefined where there is none
 * @throws PresentationError as `checkStatus`
 */
export function checkStatusValue(status: number | undefined): void {
  if (status === 0) return;
  // 7.1: every other value is not valid, including application-specific ones
  if (status === undefined) throw new PresentationError('status_unavailable');
  throw new PresentationError(status === SUSPENDED ? 'suspended' : 'revoked');
}

/** 5.1: `sub` is the address that the credential names, `iat` is required */
function checkClaims(payload: JsonObject, uri: string, now: number): void {
  if (own(payload, 'sub') !== uri) throw new JwtError('claim');
  if (timeClaim(payload, 'iat') === undefined) throw new JwtError('claim');
  checkTimes(payload, now);
  const ttl = own(payload, 'ttl');
  if (ttl !== undefined && (typeof ttl !== 'number' || ttl <= 0)) throw new JwtError('claim');
}

/** HAIP 1.0, 6.1: the key of `x5c`, under the anchors of the credential; without `x5c` the credential's own key. */
function signerOf({ header }: ParsedJwt, { anchors, signer }: StatusTokenOptions['reference'], now: number): KeyObject {
  const x5c = own(header, 'x5c');
  return x5c === undefined ? signer.publicKey : verifyCertificatePath(x5c, anchors, now).publicKey;
}

/** 4.2 */
function statusListOf(payload: JsonObject): { readonly lst: Json | undefined; readonly bits: StatusBits } {
  const list = own(payload, 'status_list');
  const bits = isObject(list) ? own(list, 'bits') : undefined;
  if (!isObject(list) || (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8)) {
    throw new PresentationError('status_unavailable');
  }
  return { lst: own(list, 'lst'), bits };
}

/** 5.1, 13.7: `ttl` and `exp`, whichever ends first */
function keepUntil(payload: JsonObject, now: number): number {
  const ttl = own(payload, 'ttl');
  const seconds = Math.min(Math.max(typeof ttl === 'number' ? ttl : DEFAULT_TTL, MIN_TTL), MAX_TTL);
  const exp = timeClaim(payload, 'exp');
  return Math.min(now + seconds * 1000, exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000);
}

function asUnavailable<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    throw new PresentationError('status_unavailable', { cause: error });
  }
}
