/** Where a list comes from, and what makes it acceptable. */
import type { ListProfile } from './list-profiles.ts';

export interface ListSource {
  /** The tenant's name for it. */
  readonly id: string;
  readonly url: string;
  /** The list's required type, with what its services are trusted for. */
  readonly profile: ListProfile;
  /**
   * Certificates of signers and of authorities above signers, as published for this list: DER, in base64. Without one the list is not
   * used.
   */
  readonly signers: readonly string[];
  /** For a list with pivots: the publication that has these signers. */
  readonly journal?: string;
  /** The territory that the list must have, according to the list that points to it. */
  readonly territory?: string;
}

/** What the standards leave open about lists. Defaults come from profile `eu`. */
export interface ListSettings {
  /** `json`: also accept a list with a detached signature, as pilots publish them. */
  readonly serialisation: 'compact' | 'json';
  /** A signer whose country and organisation don't match the scheme's. */
  readonly strictSignerName: 'warn' | 'refuse';
  /** Whether the certificates that a list announces may sign the next one. */
  readonly acceptSelfPointer: 'on' | 'off';
  /** `on`: older instances that the list names may vouch for a signer that is not known. */
  readonly lotePivots: 'off' | 'on';
  /** Another signature of the same list under the same number. */
  readonly sameSequence: 'refuse' | 'allowReSigned';
  /** Hours for which a list stays valid after it expires. */
  readonly graceHours: number;
  /** `warn`: an expired national list stays valid until a new one arrives (ETSI TS 119 615, 4.2.4). */
  readonly nationalExpired: 'deny' | 'warn';
  /**
   * `accept`: a newer publication that the list of trusted lists announces replaces the configured one, with its
   * signers.
   */
  readonly acceptNewOj: 'report' | 'accept';
  /** `keep`: a listed certificate stays valid after it expires, until the list omits it. */
  readonly expiredAnchor: 'drop' | 'keep';
  /** Whether lists in XML may be signed by keys on Brainpool curves. */
  readonly brainpool: 'off' | 'on';
}

export const EU_LISTS: ListSettings = {
  serialisation: 'compact',
  strictSignerName: 'warn',
  acceptSelfPointer: 'on',
  lotePivots: 'off',
  sameSequence: 'refuse',
  graceHours: 0,
  nationalExpired: 'deny',
  acceptNewOj: 'report',
  expiredAnchor: 'drop',
  brainpool: 'off',
};
