/**
 * The places where the status of the wallet and of its keys is, for credentials that are revoked with them (EU TS 3,
 * 2.4.3).
 */
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import type { ChainedStatus } from '@countersign/shared/model/status/revocation-chain';
import type { Platform } from '@countersign/shared/runtime/service';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { openWalletStatus } from '../token/wallet-status.ts';

export interface ChainedStatuses {
  readonly statuses: readonly ChainedStatus[];
  /** Seconds: the first time at which a provider stops keeping one of them. Credentials expire before it. */
  readonly before?: number;
}

export interface ChainedRequest {
  readonly session: Pick<IssuanceSession, 'id' | 'tenant'>;
  readonly grant: Pick<Grant, 'sealedWalletStatus'>;
  readonly configuration: Pick<CredentialConfiguration, 'revocationChaining'>;
  /** The attested keys'. */
  readonly statuses: readonly AttestationStatus[];
}

/** @returns undefined if the configuration does not require it, or if neither wallet nor keys have a status */
export async function chainedStatuses(
  { vaults }: Pick<Platform, 'vaults'>,
  { session, grant, configuration, statuses }: ChainedRequest,
): Promise<ChainedStatuses | undefined> {
  if (configuration.revocationChaining !== true) return undefined;
  const wallet = openWalletStatus(await vaults.of(session.tenant), session, grant);
  const all = [
    ...wallet.map((status) => ({ ...status, of: 'wallet' as const })),
    ...statuses.map((status) => ({ ...status, of: 'keys' as const })),
  ];
  if (all.length === 0) return undefined;
  const distinct = new Map(all.map(({ uri, idx, of }) => [`${of} ${idx} ${uri}`, { uri, idx, of }]));
  const ends = all.flatMap(({ exp }) => (exp === undefined ? [] : [exp]));
  return { statuses: [...distinct.values()], ...(ends.length === 0 ? {} : { before: Math.min(...ends) }) };
}
