/** A call that changes something: whether it is under way, and why it failed. */
import { useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api/problem.ts';

export interface Change {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** Never rejects: the failure is in `problem`. */
  run(work: () => Promise<void>): Promise<void>;
  /** Forgets the failure of an earlier call. */
  forget(): void;
}

export function useChange(): Change {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return { busy, problem, run, forget: () => setProblem(undefined) };
}

/** The API's error at a member of the body or within it, for its field. @param pointer JSON Pointer */
export function findingAt(problem: Problem | undefined, pointer: string): string | undefined {
  return problem?.errors.find((found) => `${found.pointer}/`.startsWith(`${pointer}/`))?.detail;
}
