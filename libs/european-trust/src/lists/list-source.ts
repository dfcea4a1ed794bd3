/** Where a list comes from, and what makes it acceptable. */
import type { ListProfile } from './list-profiles.ts';

export interface ListSource {
  /** The tenant's name for it. */
  readonly id: string;
  readonly url: string;
  /** The type that the list must have, with what its services count for. */
  readonly profile: ListProfile;
  /**
   * Certificates of signers and of authorities above signers, as published for this list: DER, in base64. Without one the list is not
   * used.
   */
  readonly signers: readonly string[];
  /** Of a list with pivots: the publication that has these signers. */
  readonly journal?: string;
  /** The territory that the list must have, as whoever points to it says. */
  readonly territory?: string;
}

/** What the standards leave open about lists. Defaults are those of profile `eu`. */
export interface ListSettings {
  /** `json`: a list with its signature beside it is accepted too, as lists of pilots are. */
  readonly serialisation: 'compact' | 'json';
  /** A signer whose country and organisation are not those of the scheme. */
  readonly strictSignerName: 'warn' | 'refuse';
  /** Whether certificates that a list announces may sign the next one. */
  readonly acceptSelfPointer: 'on' | 'off';
  /** `on`: older instances that the list names may vouch for a signer that is not known. */
  readonly lotePivots: 'off' | 'on';
  /** Another signature of the same list under the same number. */
  readonly sameSequence: 'refuse' | 'allowReSigned';
  /** Hours for which a list counts after its end. */
  readonly graceHours: number;
  /** `warn`: a national list counts after its end, until another one comes (ETSI TS 119 615, 4.2.4). */
  readonly nationalExpired: 'deny' | 'warn';
  /** `accept`: a newer publication that the list of trusted lists names, and its signers, take the place of the configured one. */
  readonly acceptNewOj: 'report' | 'accept';
  /** `keep`: a listed certificate counts after its own end, until the list leaves it out. */
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
