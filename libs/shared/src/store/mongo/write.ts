/**
 * A write whose answer may be lost. The command may then have been applied, may be applied later, or never: the stored
 * document tells, by the random value that each write leaves in it. A write is tried again only while no try of it was
 * applied, and it counts as refused only where no earlier try was applied or can still be.
 */
import type { MongoDocument } from './document.ts';

/**
 * How a try ended. `refused`: no document had that id and revision, or the id or a unique value is taken;
 * `lost`: no answer came, so the outcome is not known.
 */
export type Attempt = 'applied' | 'refused' | { readonly lost: unknown };

/** What the stored document tells after a lost answer. `unknown`: others wrote since, so nobody can tell any more. */
export type Verdict = 'applied' | 'refused' | 'again' | 'unknown';

export interface UncertainWrite {
  readonly attempt: () => Promise<Attempt>;
  /** Reads the document as a majority has it. */
  readonly look: () => Promise<MongoDocument | null>;
  readonly verdict: (found: MongoDocument | null) => Verdict;
  /** True once nobody waits for the outcome any more: nothing is tried again then. */
  readonly givenUp: () => boolean;
}

const MAX_TRIES = 3;

/**
 * Writes, and finds out what became of it where an answer was lost.
 * @returns true where the write was applied, false where it was refused
 * @throws the error of the lost answer where the outcome stays unknown
 */
export async function settleWrite({ attempt, look, verdict, givenUp }: UncertainWrite): Promise<boolean> {
  let lost: { readonly error: unknown } | undefined;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (outcome === 'applied') return true;
    if (typeof outcome === 'object') lost ??= { error: outcome.lost };
    // Every answer so far has come: a refusal is one.
    if (lost === undefined) return false;
    if (givenUp()) throw lost.error;
    const judged = verdict(await look());
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
    // Of the first revision and not ours: the id is another's. Of a later one: ours may have been replaced meanwhile.
    return found.rev === 1 ? 'refused' : 'unknown';
  };
}

/** @param write the random value of the replace; `rev` the revision that it replaces */
export function afterReplace(write: string, rev: number): UncertainWrite['verdict'] {
  return (found) => {
    if (found === null) return 'unknown';
    if (found.write === write) return 'applied';
    if (found.rev === rev) return 'again';
    // The next revision is another's, so ours was not applied and never will be. After a later one nobody can tell.
    return found.rev === rev + 1 ? 'refused' : 'unknown';
  };
}

/** @param rev the revision that is deleted */
export function afterDelete(rev: number): UncertainWrite['verdict'] {
  return (found) => {
    // Gone by us or by somebody else.
    if (found === null) return 'unknown';
    return found.rev === rev ? 'again' : 'refused';
  };
}
