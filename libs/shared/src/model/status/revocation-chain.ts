/**
 * Revocation chaining (EU TS 3, 2.4.3): an entry keeps the status references of the wallet and its keys. A job checks
 * them, and revokes the credentials when one of them is revoked. Pure.
 */
import type { NewChain, StatusEntryDocument } from './status-documents.ts';

/** The status references of a credential request's wallet, or keys. */
export interface ChainedStatus {
  readonly uri: string;
  /** May be shared by all devices of a type: no identifier. */
  readonly idx: number;
  readonly of: 'wallet' | 'keys';
}

/** Milliseconds between two checks. */
export const CHAIN_EVERY = 86_400_000;
/** Milliseconds until an unreadable status is checked again. */
export const CHAIN_AGAIN = 3_600_000;

type ChainMembers = Pick<StatusEntryDocument, 'chain' | 'chainOf' | 'chainDue'>;

/** Context for encrypting the references. */
export function chainContext(entryId: string): string {
  return `status-entry/${entryId}/chain`;
}

/** Members of an entry to be inserted, whose first check is a day later: its status was read just before. @param now milliseconds */
export function newChain(tenant: string, chain: NewChain, now: number): Required<ChainMembers> {
  return { chain, chainOf: tenant, chainDue: now + CHAIN_EVERY };
}

/**
 * The entry after a check, with the next check's time. Its value stays, because `changeStatus` revokes. Once the
 * credentials have expired, an entry is no longer checked, and its references are dropped.
 * @param read whether every status could be read
 * @param now milliseconds
 */
export function chainChecked(entry: StatusEntryDocument, read: boolean, now: number): StatusEntryDocument {
  const { chain, chainOf: _, chainDue: __, ...rest } = entry;
  if (chain === undefined || hasEnded(entry, now)) return rest;
  return { ...entry, chainDue: now + (read ? CHAIN_EVERY : CHAIN_AGAIN) };
}

/** The entry without its check: its tenant is erased. */
export function withoutChain(entry: StatusEntryDocument): StatusEntryDocument {
  const { chain, chainOf: _, chainDue: __, ...rest } = entry;
  return chain === undefined ? entry : rest;
}

/** Whether the credentials have expired, so that no check is needed. @param now milliseconds */
export function hasEnded({ chain }: Pick<StatusEntryDocument, 'chain'>, now: number): boolean {
  return chain?.until !== undefined && chain.until <= now;
}
