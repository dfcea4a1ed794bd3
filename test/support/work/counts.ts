/** The counters of this process: how often each kind of work was done, and what is still in progress. */

const counts = new Map<string, number>();
let unfinished = 0;
let steps = 0;

/** Adds to a figure, such as `signatures made`. */
export function add(figure: string, amount = 1): void {
  steps += 1;
  counts.set(figure, (counts.get(figure) ?? 0) + amount);
}

/** Marks work as unfinished until the promise settles; passes the promise on. */
export function follow<T>(work: Promise<T>): Promise<T> {
  const done = begin();
  work.then(done, done);
  return work;
}

/** Marks work as unfinished until the returned function is called. Calling it again changes nothing. */
export function begin(): () => void {
  let open = true;
  unfinished += 1;
  return () => {
    if (!open) return;
    open = false;
    unfinished -= 1;
    steps += 1;
  };
}

/** All figures since the start of the process. */
export function countsNow(): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** How much work is unfinished, and a number that changes with each piece of work. */
export function progress(): { readonly unfinished: number; readonly steps: number } {
  return { unfinished, steps };
}
