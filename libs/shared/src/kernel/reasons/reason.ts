/** The form of an entry in the catalogue of reasons. */
import type { FactName } from './facts.ts';

/** Where a refusal belongs: a wallet's step, a protocol used in several steps, any request, or the management API. */
export const reasonSteps = [
  'offer',
  'metadata',
  'authorization',
  'challenge',
  'token',
  'dpop',
  'credential',
  'deferred',
  'notification',
  'request-object',
  'response',
  'any',
  'management',
] as const;

export type ReasonStep = (typeof reasonSteps)[number];

/** Who can change the cause of the refusal. `time`: an expired lifetime, or a clock. */
export const blames = ['wallet', 'configuration', 'backend', 'operator', 'user', 'time'] as const;

export type Blame = (typeof blames)[number];

export interface StandardReference {
  /** For example `OpenID4VCI 1.0` or `RFC 9449`. */
  readonly document: string;
  /** For example `8.3.1`. */
  readonly section: string;
}

export interface ReasonEntry {
  readonly step: ReasonStep;
  /** Undefined if no standard requires the check. */
  readonly standard?: StandardReference;
  readonly blame: Blame;
  /** One sentence: the error. */
  readonly explanation: string;
  /** One sentence: what to change. */
  readonly hint: string;
  /** The only facts that may be reported with this reason. */
  readonly facts: readonly FactName[];
}

/** Checks the entries in a file of the catalogue, and keeps the literal types of their names. */
export type ReasonEntries = Readonly<Record<string, ReasonEntry>>;
