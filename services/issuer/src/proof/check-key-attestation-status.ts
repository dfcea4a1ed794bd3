/** The attested keys' status (Token Status List), checked last: it may call a foreign server. */
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import { withTimeout } from '@countersign/shared/kernel/with-timeout';
import { statusCertificates } from '@countersign/shared/trust/listed-anchors';
import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import type { Authorized } from '../access/token-checks.ts';
import type { ResourceServer } from '../client/received.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import type { KeyProofs } from './key-proof.ts';

/** Milliseconds for all look-ups of one request. */
const TIME_LIMIT = 5000;
/** Seconds after which a wallet should try again. */
const RETRY_AFTER = 30;

/**
 * EU TS 3, 2.4.3: a keystore that its provider has revoked receives no credential. Consumes nothing, so that the same
 * request may be repeated.
 * @throws ProtocolError `invalid_proof`; `temporarily_unavailable` if a list is unreachable
 */
export async function checkKeyAttestationStatus({
  proofs,
  session,
  ...server
}: Pick<Authorized, 'session'> &
  Pick<ResourceServer, 'platform' | 'trustAnchors' | 'statusOf'> & { readonly proofs: KeyProofs }): Promise<void> {
  await checkAttestationStatuses(server, {
    tenant: session.tenant,
    statuses: proofs.statuses,
    refusal: 'invalid_proof',
  });
}

/** @throws ProtocolError `refusal`; `temporarily_unavailable` */
export async function checkAttestationStatuses(
  { platform: { log }, trustAnchors, statusOf }: Pick<ResourceServer, 'platform' | 'trustAnchors' | 'statusOf'>,
  {
    tenant,
    statuses,
    refusal,
  }: { readonly tenant: string; readonly statuses: readonly AttestationStatus[]; readonly refusal: ErrorCode },
): Promise<void> {
  if (statuses.length === 0) return;
  const anchors = statusCertificates(await trustAnchors(tenant, 'wallet-providers'));
  const distinct = new Map(statuses.map(({ uri, idx }) => [`${idx} ${uri}`, { uri, idx }]));
  const lookUps = [...distinct.values()].map((entry) => statusOf({ reference: { ...entry, anchors }, tenant }));
  const found = await withTimeout(Promise.all(lookUps), TIME_LIMIT, unreadable);
  const states = new Set(found.map(({ state }) => state));
  const worst = WORST_FIRST.find((state) => states.has(state));
  if (worst === undefined) return;
  log.warn('Wallet or attested keys refused by their status', { tenant, code: worst });
  if (worst === 'unreachable') throw unreadable();
  const [description, reason] =
    worst === 'invalid'
      ? (['The wallet or its keys are revoked', 'attestation_revoked'] as const)
      : (['The status of the wallet or of its keys is unusable', 'attestation_status_unusable'] as const);
  throw new ProtocolError(refusal, description, { detail: worst, reason });
}

/** A revoked key is refused whatever the other lists contain. */
const WORST_FIRST: readonly ListedStatus['state'][] = ['invalid', 'unusable', 'unreachable'];

function unreadable(): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'The status of the wallet or its keys cannot be read now', {
    reason: 'attestation_status_away',
    facts: { retryAfterSeconds: RETRY_AFTER, limitSeconds: TIME_LIMIT / 1000 },
    headers: { 'retry-after': String(RETRY_AFTER) },
  });
}
