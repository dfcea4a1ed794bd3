/** Certificates that a request of a dry run brings along. They are trust anchors of one session, to which its requests are bound. */
import type { X509Certificate } from 'node:crypto';
import type { DryRun, OperationRequest } from '../http/message.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { SessionDocument } from '../model/sessions.ts';
import { type TrustAnchor, type TrustPurpose, UNLIMITED } from './trust-anchor.ts';
import { parseAnchors } from './trust-files.ts';

/** A request that may bring anchors. */
export type Bringing = Pick<OperationRequest, 'dryRun'>;

type Reached = Pick<SessionDocument, 'id' | 'dryRunUntil'>;

const MEMBERS = { issuers: 'issuer', 'wallet-providers': 'walletProvider' } as const satisfies Record<
  TrustPurpose,
  keyof DryRun
>;

/** Before the session of the request is known. The request is refused where it reaches another one: `checkOwnSession`. */
export function broughtAnchors({ dryRun }: Bringing, purpose: TrustPurpose): readonly X509Certificate[] {
  const pem = dryRun?.[MEMBERS[purpose]];
  return pem === undefined ? [] : parseAnchors(pem);
}

/** The anchors that count for the session; none where the request brings them for another one. */
export function anchorsForSession(request: Bringing, session: Reached, purpose: TrustPurpose): readonly TrustAnchor[] {
  if (!isOwn(request, session)) return [];
  return broughtAnchors(request, purpose).map((certificate) => ({ certificate, ...UNLIMITED }));
}

/**
 * A request that brings anchors has its own session alone: its wallet may be attested by nobody that the tenant trusts.
 * @throws ProtocolError `invalid_client_attestation`
 */
export function checkOwnSession(dryRun: DryRun, session: Reached): void {
  if (isOwn({ dryRun }, session)) return;
  throw new ProtocolError('invalid_client_attestation', 'A dry run has its own session alone', {
    reason: 'client_attestation_untrusted',
  });
}

function isOwn({ dryRun }: Bringing, { id, dryRunUntil }: Reached): boolean {
  return dryRunUntil !== undefined && dryRun?.session === id;
}
