/** DPoP proofs (RFC 9449): pure; the caller marks the `jti` as used. */
import { verifyJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact, receivedFact, receivedUrl } from '@countersign/shared/kernel/reasons/received';
import { allAs, type ReasonOfJwt, reasonOfJwt } from '../reason-of-jwt.ts';

export interface DpopProofInput {
  /** Value of the DPoP header. */
  readonly proof: string;
  readonly method: string;
  /** The URL as the wallet called it, without query. */
  readonly url: string;
  /** Milliseconds. */
  readonly now: number;
  /** The access token that the proof comes with. */
  readonly accessToken?: string;
  /** When a nonce was issued, milliseconds since the epoch; undefined if this server did not issue it. */
  readonly nonceTime: (nonce: unknown) => number | undefined;
  readonly nonceRequired: boolean;
  readonly known?: KnownKeys | undefined;
}

export interface DpopProof {
  /** The key's RFC 7638 thumbprint. */
  readonly jkt: string;
  /** Key in the replay cache: thumbprint and `jti`, so that no wallet can use up another wallet's `jti`. */
  readonly mark: string;
  /** Milliseconds that the replay cache must keep it: as long as the proof could be accepted again. */
  readonly markFor: number;
  /** The earliest time at which the checks accept the proof, milliseconds since the epoch. */
  readonly earliest: number;
}

const PAST = 60_000;
const PAST_WITH_NONCE = 300_000;
const FUTURE = 10_000;
/** Another replica's clock may be behind, so a mark outlives the proof by this many milliseconds. */
const CLOCKS_APART = 10_000;
/** A wallet whose clock is off by less receives a nonce. With a larger offset the proof is refused as old or wrong. */
const HOPELESS = 1_800_000;
const MAX_LENGTH = 8192;

/**
 * Checks a DPoP proof (RFC 9449, 4.3).
 * @throws ProtocolError `invalid_dpop_proof`; `use_dpop_nonce` if a nonce is required or stale, or would compensate for
 *   a wrong wallet clock
 */
export function verifyDpopProof(input: DpopProofInput): DpopProof {
  const { payload, thumbprint } = checkedJwt(input);
  const { jti, htm, htu, iat, ath, nonce } = payload;
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > 256) {
    throw invalid('jti is missing or too long', { reason: 'dpop_format', facts: { claim: 'jti' } });
  }
  if (htm !== input.method) {
    const facts = { expected: input.method, ...receivedFact(htm) };
    throw invalid('htm does not match the request', { reason: 'dpop_method', facts });
  }
  if (typeof htu !== 'string' || !sameUrl(htu, input.url)) {
    const facts = { expected: input.url, ...receivedUrl(htu, input.url) };
    throw invalid('htu does not match the request', { reason: 'dpop_url', facts });
  }
  if (typeof iat !== 'number' || !Number.isFinite(iat)) {
    throw invalid('iat is missing', { reason: 'dpop_format', facts: { claim: 'iat' } });
  }
  checkTokenHash(ath, input.accessToken);
  return { jkt: thumbprint, mark: `dpop:${thumbprint}:${jti}`, ...acceptedBetween(nonce, iat * 1000, input) };
}

function checkTokenHash(ath: unknown, accessToken: string | undefined): void {
  if (accessToken === undefined) {
    if (ath === undefined || typeof ath === 'string') return;
    throw invalid('ath is malformed', { reason: 'dpop_format', facts: { claim: 'ath' } });
  }
  if (ath === hashOf(accessToken)) return;
  const detail = ath === undefined ? 'missing' : 'differs';
  throw invalid('ath does not match the access token', { reason: 'dpop_token_hash', facts: { detail } });
}

function acceptedBetween(nonce: unknown, iat: number, input: DpopProofInput): Pick<DpopProof, 'earliest' | 'markFor'> {
  const made = nonceMade(nonce, input);
  const earliest = made ?? earliestByClock(iat, input.now);
  const until = made === undefined ? iat + PAST : made + PAST_WITH_NONCE;
  return { earliest, markFor: until - input.now + CLOCKS_APART };
}

/**
 * RFC 9449, 11.1: refuses a proof that predates the replay cache, because it could be a replay.
 * @param marksSince the time from which the replay cache is complete, milliseconds since the epoch, read with the mark
 * @throws ProtocolError `use_dpop_nonce`
 */
export function checkDpopCovered({ earliest }: DpopProof, marksSince: number): void {
  if (earliest >= marksSince) return;
  throw useNonce('Repeat the request with the nonce from this response', { reason: 'dpop_replay_unknown' });
}

function checkedJwt({ proof, known }: DpopProofInput): {
  payload: Readonly<Record<string, unknown>>;
  thumbprint: string;
} {
  try {
    return verifyJwt({ token: proof, typ: 'dpop+jwt', key: 'header-jwk', known, maxLength: MAX_LENGTH });
  } catch (error) {
    if (error instanceof JwtError) {
      throw new ProtocolError('invalid_dpop_proof', 'The DPoP proof is not a valid signed JWT', {
        detail: error.reason,
        ...reasonOfJwt(error, REASONS),
      });
    }
    throw error;
  }
}

const REASONS = {
  ...allAs('dpop_format'),
  algorithm: 'dpop_algorithm',
  signature: 'dpop_signature',
  key: 'dpop_key',
} as const satisfies ReasonOfJwt;

/** RFC 9449, 8 and 9: a nonce that is sent must be issued here and fresh. */
function nonceMade(nonce: unknown, input: DpopProofInput): number | undefined {
  if (nonce === undefined) {
    if (input.nonceRequired) throw useNonce('A DPoP nonce is needed', refusedNonce('missing'));
    return undefined;
  }
  const made = input.nonceTime(nonce);
  if (made === undefined || made + PAST_WITH_NONCE <= input.now || made > input.now + FUTURE) {
    throw useNonce('The DPoP nonce is no longer valid', staleNonce(made, input.now));
  }
  // A nonce issued here proves freshness: only its age matters, and the wallet's clock may be wrong.
  return made;
}

function staleNonce(made: number | undefined, now: number): Reasoned {
  if (made === undefined) return refusedNonce('unknown');
  return made > now ? refusedNonce('future') : refusedNonce('expired', expiredFact(made + PAST_WITH_NONCE, now));
}

function refusedNonce(
  detail: 'missing' | 'unknown' | 'expired' | 'future',
  expired: { readonly expiredSeconds?: number } = {},
): Reasoned {
  return { reason: 'dpop_nonce', facts: { detail, ...expired, limitSeconds: PAST_WITH_NONCE / 1000 } };
}

function earliestByClock(iat: number, now: number): number {
  if (iat < now - HOPELESS || iat > now + HOPELESS) throw invalid('iat is out of range', wrongTime(iat, now));
  if (iat < now - PAST || iat > now + FUTURE) {
    throw useNonce('iat is out of range; repeat the request with the nonce from this response', wrongTime(iat, now));
  }
  // The wallet's clock may be ahead.
  return iat - FUTURE;
}

function wrongTime(iat: number, now: number): Reasoned {
  const limitSeconds = (iat > now ? FUTURE : PAST) / 1000;
  return { reason: 'dpop_time', facts: { ...offsetFact(iat / 1000, now), limitSeconds } };
}

/** RFC 9449, 4.3: compared without query and fragment, after normalisation (RFC 3986, 6.2.2 and 6.2.3). */
function sameUrl(left: string, right: string): boolean {
  const a = normalised(left);
  return a !== undefined && a === normalised(right);
}

function normalised(text: string): string | undefined {
  if (text.length > 2048) return undefined;
  try {
    const url = new URL(text);
    return `${url.protocol}//${url.host}${url.pathname}`;
  } catch {
    return undefined;
  }
}

function invalid(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_dpop_proof', description, why);
}

function useNonce(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('use_dpop_nonce', description, why);
}
