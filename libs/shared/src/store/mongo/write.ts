/**
 * A write whose response may be lost. The command may have been applied, may be applied later, or never. The random
 * value that each write leaves in the stored document shows which. A write is retried only while no attempt was
 * applied, and is refused only if no earlier attempt was applied or still can be.
 */
import type { MongoDocument } from './document.ts';

/**
 * Outcome of an attempt. `refused`: no document had that id and revision, or the id or a unique value is taken; `lost`:
 * no response arrived, so the outcome is unknown.
 */
export type Attempt = 'applied' | 'refused' | { readonly lost: unknown };

/**
 * What the stored document shows after a lost response. `unknown`: other writes followed, so the outcome can't be
 * determined.
 */
export type Verdict = 'applied' | 'refused' | 'again' | 'unknown';

export interface UncertainWrite {
  readonly attempt: () => Promise<Attempt>;
  /** Reads the document as a majority has it. */
  readonly readStored: () => Promise<MongoDocument | null>;
  readonly verdict: (found: MongoDocument | null) => Verdict;
  /** True once the caller no longer waits for the outcome: then no attempt starts. */
  readonly givenUp: () => boolean;
}

const MAX_TRIES = 3;

/**
 * Writes, and determines the outcome if a response was lost.
 * @returns true if the write was applied, false if it was refused
 * @throws the error of the lost response if the outcome stays unknown
 */
export async function settleWrite({ attempt, readStored, verdict, givenUp }: UncertainWrite): Promise<boolean> {
  let lost: { readonly error: unknown } | undefined;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (outcome === 'applied') return true;
    if (typeof outcome === 'object') lost ??= { error: outcome.lost };
    // No response was lost so far, so the refusal is certain.
    if (lost === undefined) return false;
    if (givenUp()) throw lost.error;
    const judged = verdict(await readStored());
    if (judged === 'applied') return true;
    if (judged === 'refused') return false;
    if (judged === 'unknown' || tries === MAX_TRIES || givenUp()) throw lost.error;
  }
}

/** @param write the random value of the insert */
export function afterInsert(write: string): UncertainWrite['verdict'] {
  return (found) => {
    if (found === null) return 'again';
    if (found.write === write) return 'applied';
    // At the first revision another insert took the id. At a later one this document may have been replaced meanwhile.
    return found.rev === 1 ? 'refused' : 'unknown';
  };
}

/** @param write the random value of the replace; `rev` the revision that it replaces */
export function afterReplace(write: string, rev: number): UncertainWrite['verdict'] {
  return (found) => {
    if (found === null) return 'unknown';
    if (found.write === write) return 'applied';
    if (found.rev === rev) return 'again';
    // Another write created the next revision, so this one was not applied and never will be. At a later one it may
    // have been.
    return found.rev === rev + 1 ? 'refused' : 'unknown';
  };
}

/** @param rev the revision that is deleted */
export function afterDelete(rev: number): UncertainWrite['verdict'] {
  return (found) => {
    // This or another delete removed it.
    if (found === null) return 'unknown';
    return found.rev === rev ? 'again' : 'refused';
  };
}
