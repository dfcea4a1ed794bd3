/**
 * The last refusal of a wallet, in the session. It changes no state and no other part: the protocol sees only a new
 * revision, on which nothing depends.
 */
import type { ErrorCode, ProtocolError } from '../../kernel/errors.ts';
import { ofTenant } from '../../store/of-tenant.ts';
import type { Store } from '../../store/port.ts';
import { type SessionDocument, sessions } from './sessions.ts';
import type { WalletStep } from './wallet-step.ts';

/** Refusals that are all written, as a wallet in development needs; after them a session stores one per `PAUSE`. */
const MAX_AT_ONCE = 20;
/** Milliseconds. */
const PAUSE = 10_000;

/** Codes with which a protocol requests the next step: ordinary responses, not refusals. */
const steps: ReadonlySet<ErrorCode> = new Set([
  'use_dpop_nonce',
  'use_attestation_challenge',
  'insufficient_authorization',
  'redirect_to_web',
  'rate_limited',
]);

/** Whether a code requests the next step of a protocol. */
export function isProtocolStep(code: ErrorCode): boolean {
  return steps.has(code);
}

/** Whether an error is a refusal that the backend should see: neither a protocol step nor an internal failure. */
export function isRefusal({ code, status }: ProtocolError): boolean {
  return status < 500 && !isProtocolStep(code);
}

/**
 * The session with the refusal; the same one if the limit is reached. Pure.
 * @param now milliseconds
 */
export function withRefusal(
  session: SessionDocument,
  { code, message, options }: ProtocolError,
  step: WalletStep,
  now: number,
): SessionDocument {
  const before = session.lastRefusal;
  const written = before?.written ?? 0;
  if (before !== undefined && written >= MAX_AT_ONCE && now - before.at < PAUSE) return session;
  const { reason, forBackend } = options;
  const lastRefusal = { code, step, at: now, description: message, reason, ...forBackend, written: written + 1 };
  return { ...session, lastRefusal };
}

/** Writes a refusal into its session, if that still exists. @param session as read */
export async function recordRefusal(
  store: Store,
  session: SessionDocument,
  error: ProtocolError,
  step: WalletStep,
  now: number,
): Promise<void> {
  const refused = (document: SessionDocument): SessionDocument => withRefusal(document, error, step, now);
  await ofTenant(store, session.tenant).update(sessions, session.id, refused, session);
}
