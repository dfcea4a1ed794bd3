/** Certificates that a dry run's request brings along: trust anchors of one session only, to which the request is bound. */
import type { X509Certificate } from 'node:crypto';
import type { DryRun, OperationRequest } from '../http/message.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { SessionDocument } from '../model/session/sessions.ts';
import { type TrustAnchor, type TrustPurpose, UNLIMITED } from './trust-anchor.ts';
import { parseAnchors } from './trust-files.ts';

/** A request that may bring anchors. */
export type Bringing = Pick<OperationRequest, 'dryRun'>;

type Reached = Pick<SessionDocument, 'id' | 'dryRunUntil'>;

const MEMBERS = { issuers: 'issuer', 'wallet-providers': 'walletProvider' } as const satisfies Partial<
  Record<TrustPurpose, keyof DryRun>
>;
/** The others are about the tenant itself. */
export type BroughtPurpose = keyof typeof MEMBERS;

/** Used before the session is known: a request that then reaches a different session is refused (`checkOwnSession`). */
export function broughtAnchors({ dryRun }: Bringing, purpose: BroughtPurpose): readonly X509Certificate[] {
  const pem = dryRun?.[MEMBERS[purpose]];
  return pem === undefined ? [] : parseAnchors(pem);
}

/** The session's anchors; none if the request brings them for a different session. */
export function anchorsForSession(
  request: Bringing,
  session: Reached,
  purpose: BroughtPurpose,
): readonly TrustAnchor[] {
  if (!isOwn(request, session)) return [];
  return broughtAnchors(request, purpose).map((certificate) => ({ certificate, ...UNLIMITED }));
}

/**
 * A request that brings anchors may only reach its own session: its wallet may be attested by nobody that the tenant trusts.
 * @throws ProtocolError `invalid_client_attestation`
 */
export function checkOwnSession(dryRun: DryRun, session: Reached): void {
  if (isOwn({ dryRun }, session)) return;
  throw new ProtocolError('invalid_client_attestation', 'A dry run can only use its own session', {
    reason: 'client_attestation_untrusted',
  });
}

function isOwn({ dryRun }: Bringing, { id, dryRunUntil }: Reached): boolean {
  return dryRunUntil !== undefined && dryRun?.session === id;
}
