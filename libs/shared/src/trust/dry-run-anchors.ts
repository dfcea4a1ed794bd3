/** The certificates of a dry run as trust anchors of its session. */
import type { X509Certificate } from 'node:crypto';
import type { DryRun, OperationRequest } from '../http/message.ts';
import type { SessionDocument } from '../model/sessions.ts';
import { type TrustAnchor, type TrustPurpose, UNLIMITED } from './trust-anchor.ts';
import { parseAnchors } from './trust-files.ts';

const MEMBERS = { issuers: 'issuer', 'wallet-providers': 'walletProvider' } as const satisfies Record<
  TrustPurpose,
  keyof DryRun
>;

/** The anchors of the dry run to which a request belongs; none for any other request. They count for the session of the run alone. */
export function anchorsOfRun(run: DryRun | undefined, purpose: TrustPurpose): readonly X509Certificate[] {
  const pem = run?.[MEMBERS[purpose]];
  return pem === undefined ? [] : parseAnchors(pem);
}

/** The same, where the request reaches the session of its own run; none in every other session. */
export function dryRunAnchors(
  { dryRun }: Pick<OperationRequest, 'dryRun'>,
  session: Pick<SessionDocument, 'id' | 'dryRunUntil'>,
  purpose: TrustPurpose,
): readonly TrustAnchor[] {
  if (dryRun === undefined || session.dryRunUntil === undefined || dryRun.session !== session.id) return [];
  return anchorsOfRun(dryRun, purpose).map((certificate) => ({ certificate, ...UNLIMITED }));
}
