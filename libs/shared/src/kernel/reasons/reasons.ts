/** Reasons why a request was refused, by names that clients can switch on. */
import { allowedFacts, type FactName, type Facts, type FactValue, factNames } from './facts.ts';
import type { ReasonEntry } from './reason.ts';
import type { SharedReasons } from './shared-reasons.ts';

/** Every reason that a program knows: the shared ones, and the reasons that each service's `reasons.ts` adds. */
export interface KnownReasons extends SharedReasons {}

export type Reason = keyof KnownReasons;

/** Their entries by name. */
export type Reasons = Readonly<Record<Reason, ReasonEntry>>;

type FactNameOf<R extends Reason> = KnownReasons[R]['facts'][number];

/** The facts that a reason may have; never if it has no facts. */
export type FactsOf<R extends Reason> = [FactNameOf<R>] extends [never]
  ? never
  : Readonly<Partial<Record<FactNameOf<R>, FactValue>>>;

/** A reason with facts that it may have. */
export type Reasoned = { readonly [R in Reason]: { readonly reason: R; readonly facts?: FactsOf<R> } }[Reason];

/**
 * A reason that is only known at run time, for example from a table.
 * @returns the reason with the facts that its entry lists
 */
export function reasoned<R extends Reason>(
  reasons: Readonly<Record<R, ReasonEntry>>,
  reason: NoInfer<R>,
  facts?: Facts,
): Reasoned {
  return withFacts(reason, allowedFacts(facts, reasons[reason].facts));
}

/**
 * A reason and facts that were stored, or come from another process: facts that the entry does not list are dropped.
 * @returns undefined if this version does not know the reason
 */
export function readReasoned(reasons: Reasons, reason: unknown, facts: unknown): Reasoned | undefined {
  return isReason(reasons, reason) ? reasoned(reasons, reason, factsIn(facts)) : undefined;
}

/** The same for an error: `unexplained` if a service of a newer version gave a reason that this one does not know. */
export function reasonOf(reasons: Reasons, { reason, facts }: Reasoned): Reasoned {
  return readReasoned(reasons, reason, facts) ?? { reason: 'unexplained' };
}

/**
 * A reason and facts of another process, possibly a service whose reasons this one does not know. To show them, read
 * them with `readReasoned`. The facts are limited in size.
 * @returns undefined if it isn't the name of a reason
 */
export function relayedReason(reason: unknown, facts: unknown): Reasoned | undefined {
  if (typeof reason !== 'string' || !NAME.test(reason)) return undefined;
  return withFacts(reason as Reason, allowedFacts(factsIn(facts), ALL_FACTS));
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const ALL_FACTS = Object.keys(factNames) as FactName[];

function withFacts(reason: Reason, facts: Facts | undefined): Reasoned {
  // Its entry decides which facts it may have, here or where it is shown.
  return (facts === undefined ? { reason } : { reason, facts }) as Reasoned;
}

function factsIn(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter(isFact)) : {};
}

function isFact([, value]: readonly [string, unknown]): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export function isReason(reasons: Reasons, name: unknown): name is Reason {
  return typeof name === 'string' && Object.hasOwn(reasons, name);
}
