/** The form of an entry in the catalogue of reasons. */
import type { FactName } from './facts.ts';

/** Where a refusal belongs: a step of a wallet, a protocol used at several steps, any request, or the management interface. */
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

/** Who can change what led to the refusal. `time`: a lifetime that has ended, or a clock. */
export const blames = ['wallet', 'configuration', 'backend', 'operator', 'user', 'time'] as const;

export type Blame = (typeof blames)[number];

export interface StandardReference {
  /** Such as `OpenID4VCI 1.0` or `RFC 9449`. */
  readonly document: string;
  /** Such as `8.3.1`. */
  readonly section: string;
}

export interface ReasonEntry {
  readonly step: ReasonStep;
  /** Undefined where no standard demands the check. */
  readonly standard?: StandardReference;
  readonly blame: Blame;
  /** One sentence: what was wrong. */
  readonly explanation: string;
  /** One sentence: what to change. */
  readonly hint: string;
  /** The only facts that may be reported with this reason. */
  readonly facts: readonly FactName[];
}

/** Checks the entries of a file of the catalogue, and keeps the literal types of their names. */
export type ReasonEntries = Readonly<Record<string, ReasonEntry>>;
