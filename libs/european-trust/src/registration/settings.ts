/** What the standards leave open about registration. Defaults come from profile `eu`. */

import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';

export interface RegistrationSettings {
  /** What to do with a request whose registration certificate is invalid or does not cover it. */
  readonly onInvalidRegistration: 'refuse' | 'warn';
  /** A registration certificate without `exp`: accepted for 366 days after `iat`, or refused. */
  readonly wrprcWithoutExp: 'accept' | 'refuse';
  /** Service identifiers: both certificates must have the same one if both have one, or they are not compared. */
  readonly serviceIdentifier: 'compare' | 'ignore';
  readonly coverage: CoverageRules;
  /** An access certificate without a timestamp of certificate transparency. */
  readonly requireSct: 'warn' | 'off' | 'refuse';
  /** The party that the tenant acts for; absent if it asks for itself. */
  readonly actsFor?: ActsFor;
}

/** How to compare the registered with the requested credentials. */
export interface CoverageRules {
  /**
   * `prefix`: a registered path covers everything below it. A query that violates only the exact rule gets a warning.
   */
  readonly rule: 'prefix' | 'exact';
  /** What a registered credential without `claim` grants. */
  readonly entryWithoutClaim: 'nothing' | 'all';
}

export const EU_REGISTRATION: RegistrationSettings = {
  onInvalidRegistration: 'refuse',
  wrprcWithoutExp: 'accept',
  serviceIdentifier: 'compare',
  coverage: { rule: 'prefix', entryWithoutClaim: 'nothing' },
  requireSct: 'warn',
};
