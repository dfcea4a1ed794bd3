/**
 * Transitions of a refresh token's record. Pure. Each is written by one compare-and-set, and none writes a removed
 * record. docs/explanation/model/refresh.pml has the order of the writes around them.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type {
  EarlierIssuance,
  IssuedUnderRefresh,
  NamedSession,
  RefreshGrantDocument,
  SupersededCredentials,
} from '@countersign/shared/model/refresh/refresh-grants';
import type { Transition } from '@countersign/shared/store/update-document';

/** Milliseconds after which a job removes a record whose token never left. */
const NEVER_GIVEN = 3_600_000;

/** Milliseconds between two new sessions: a wallet that refreshes in a loop does not cause more claims webhook calls. */
export const NEW_SESSION_PAUSE = 60_000;

export interface NewRefreshGrant
  extends Omit<RefreshGrantDocument, 'rev' | 'state' | 'issued' | 'createdAt' | 'updatedAt' | 'removeAt'> {
  /** Milliseconds. */
  readonly now: number;
}

/** The record, inserted before the token is issued: it cannot be used until the issue is written. */
export function newRefreshGrant({ now, ...given }: NewRefreshGrant): Omit<RefreshGrantDocument, 'rev'> {
  return { ...given, state: 'new', issued: [], createdAt: now, updatedAt: now, removeAt: now + NEVER_GIVEN };
}

/**
 * The token is about to leave.
 * @param unusedUntil milliseconds: without a credential until then there is nothing to renew, and the record is removed
 */
export function giveRefresh(
  record: RefreshGrantDocument,
  { unusedUntil, now }: { readonly unusedUntil: number; readonly now: number },
): RefreshGrantDocument {
  if (record.state !== 'new') return record;
  return { ...record, state: 'given', removeAt: Math.min(unusedUntil, record.expiresAt), updatedAt: now };
}

/**
 * Checks that the token is usable.
 * @param tokenHash of the secret that was sent
 * @throws ProtocolError `invalid_grant`
 */
export function checkRefreshToken(record: RefreshGrantDocument | undefined, tokenHash: string, now: number): void {
  if (record === undefined || !sameHash(record.tokenHash, tokenHash) || record.state === 'new') {
    throw unknownRefreshToken({ reason: 'refresh_token_unknown' });
  }
  if (now < record.expiresAt) return;
  throw unknownRefreshToken({ reason: 'refresh_token_expired', facts: expiredFact(record.expiresAt, now) });
}

/** Milliseconds: credentials that end sooner are not revoked (EU ARF, VCR_09). */
const WORTH_REVOKING = 86_400_000;
/** Earlier issuances with the same claims that stay: beyond them the oldest is superseded. */
export const MAX_EARLIER = 100;

/**
 * A credential is about to be issued under the grant, so a new session may start after this. If the claims differ from
 * the previous issuance's, its credentials will be revoked.
 */
export function noteIssued(
  record: RefreshGrantDocument,
  { now, ...issued }: IssuedUnderRefresh & { readonly now: number },
): RefreshGrantDocument {
  if (record.state === 'new') return record;
  const present = record.issued.find(({ configurationId }) => configurationId === issued.configurationId);
  if (present !== undefined && sameIssuance(present, issued)) return record;
  const others = record.issued.filter((each) => each !== present);
  const { kept, outdated, superseded } = earlierIssuances(present, issued, now);
  const next = {
    ...issued,
    ...(kept.length === 0 ? {} : { earlier: kept }),
    ...(outdated.length === 0 ? {} : { outdated }),
  };
  return {
    ...record,
    issued: [...others, next],
    removeAt: record.expiresAt,
    updatedAt: now,
    ...superseding(record, { configurationId: issued.configurationId, by: issued.session, superseded, now }),
    state: 'renewable',
  };
}

function sameIssuance(a: IssuedUnderRefresh, b: IssuedUnderRefresh): boolean {
  return (['session', 'claimsDigest', 'sealedKeyStatuses'] as const).every((name) => a[name] === b[name]);
}

/** The issuances before this one: with the same claims, the last few; outdated in the same session; or superseded. */
function earlierIssuances(
  before: IssuedUnderRefresh | undefined,
  { session: by, claimsDigest }: IssuedUnderRefresh,
  now: number,
): Readonly<Record<'kept' | 'outdated' | 'superseded', readonly EarlierIssuance[]>> {
  const none = { kept: [], outdated: [], superseded: [] };
  if (before?.claimsDigest === undefined || claimsDigest === undefined) return none;
  const { session, until, earlier = [], outdated = [] } = before;
  const last = { session, ...(until === undefined ? {} : { until }) };
  const all = [...earlier, last].filter(
    (one) => one.session !== by && (one.until === undefined || one.until - now >= WORTH_REVOKING),
  );
  const old = session === by ? { outdated, superseded: [] } : { outdated: [], superseded: outdated };
  if (before.claimsDigest !== claimsDigest) return { ...none, ...old, superseded: [...old.superseded, ...all] };
  return {
    ...old,
    kept: all.slice(-MAX_EARLIER),
    superseded: [...old.superseded, ...all.slice(0, -MAX_EARLIER)],
  };
}

function superseding(
  { superseded: present = [], supersededSince }: RefreshGrantDocument,
  {
    configurationId,
    by,
    superseded,
    now,
  }: Omit<SupersededCredentials, 'session'> & {
    readonly superseded: readonly EarlierIssuance[];
    readonly now: number;
  },
): Pick<RefreshGrantDocument, 'superseded' | 'supersededSince'> {
  if (superseded.length === 0) return {};
  const added = superseded.map(({ session }) => ({ configurationId, session, by }));
  return { superseded: [...present, ...added], supersededSince: supersededSince ?? now };
}

/**
 * Older credentials are revoked; or, if their replacements never left, they stay until the next issuance.
 * @param left whether the replacements have left
 */
export function settleSuperseded(
  record: RefreshGrantDocument,
  { configurationId, session, by }: SupersededCredentials,
  left: boolean,
): RefreshGrantDocument {
  const { superseded = [], supersededSince, ...rest } = record;
  const others = superseded.filter(
    (one) => one.configurationId !== configurationId || one.session !== session || one.by !== by,
  );
  if (others.length === superseded.length) return record;
  const last = record.issued.find((one) => one.configurationId === configurationId);
  const repeated =
    left || last === undefined || last.session === by ? [] : [{ configurationId, session, by: last.session }];
  const pending = [...others, ...repeated];
  const issued = record.issued.map((one) =>
    !left && one === last && one.session === by ? withOutdated(one, session) : one,
  );
  if (pending.length === 0) return { ...rest, issued };
  return { ...rest, issued, superseded: pending, ...(supersededSince === undefined ? {} : { supersededSince }) };
}

/** The oldest ones: their replacements have left. */
function withOutdated(issued: IssuedUnderRefresh, session: string): IssuedUnderRefresh {
  return { ...issued, outdated: [...(issued.outdated ?? []), { session }].slice(0, MAX_EARLIER) };
}

/** The session that a refresh starts. */
export interface NextSession extends NamedSession {
  /** The session that the record named when the refresh read it. */
  readonly instead: string;
  /** Id for the session after it. */
  readonly next: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Records the next session, once for any number of refreshes.
 * @returns the session in the record
 * @throws ProtocolError `invalid_grant` if there is nothing to renew; `rate_limited` soon after the previous session
 */
export function nameSession(
  record: RefreshGrantDocument,
  { instead, session, handle, next, now }: NextSession,
): Transition<RefreshGrantDocument, NamedSession> {
  if (record.current.session !== instead) return { document: record, result: record.current };
  checkRenewable(record, now);
  const current = { session, handle };
  return { document: { ...record, current, next, namedAt: now, updatedAt: now }, result: current };
}

/** Whether a new session may start. @throws ProtocolError `invalid_grant`, `rate_limited` */
export function checkRenewable({ state, namedAt }: RefreshGrantDocument, now: number): void {
  if (state !== 'renewable') throw unknownRefreshToken({ reason: 'refresh_nothing', facts: { state } });
  const wait = namedAt === undefined ? 0 : namedAt + NEW_SESSION_PAUSE - now;
  if (wait <= 0) return;
  const retryAfterSeconds = Math.ceil(wait / 1000);
  throw new ProtocolError('rate_limited', 'The credentials were renewed just now', {
    headers: { 'retry-after': String(retryAfterSeconds) },
    reason: 'refresh_too_soon',
    facts: { retryAfterSeconds },
  });
}

/** The error of a refresh token that is unknown, has ended, or belongs to another client or key. */
export function unknownRefreshToken(why: Reasoned): ProtocolError {
  return new ProtocolError(
    'invalid_grant',
    'The refresh token is unknown, ended or bound to another client or key',
    why,
  );
}
