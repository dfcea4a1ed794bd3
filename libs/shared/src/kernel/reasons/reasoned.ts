/** A reason that is found at run time, such as in a table, with those of the facts that it may have. */
import { allowedFacts, type Facts } from './facts.ts';
import { type Reason, type Reasoned, reasons } from './reasons.ts';

/** @returns the reason with the facts that its entry lists; the others are left out */
export function reasoned(reason: Reason, facts?: Facts): Reasoned {
  const kept = allowedFacts(facts, reasons[reason].facts);
  // The entry has just decided which facts belong to the reason.
  return (kept === undefined ? { reason } : { reason, facts: kept }) as Reasoned;
}
