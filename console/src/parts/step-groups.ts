/** Groups repeated steps, such as polling for a deferred credential, into one row with their number. Pure. */
import type { TraceEntry } from './trace-entry.ts';

/** One row of the timeline: the last of its entries, and all of them. */
export interface StepRow {
  readonly entry: TraceEntry;
  readonly all: readonly TraceEntry[];
}

/** Fewer repetitions stay as they are. */
const LEAST = 3;
/** A poll is often two requests: one without the nonce, one with it. */
const LONGEST_CYCLE = 2;

export function stepRows(entries: readonly TraceEntry[]): readonly StepRow[] {
  const rows: StepRow[] = [];
  for (let at = 0; at < entries.length; ) {
    const { length, times } = cycleAt(entries, at);
    for (let offset = 0; offset < length; offset += 1) {
      const all = Array.from({ length: times }, (_, turn) => entries[at + turn * length + offset]).filter(isEntry);
      const entry = all.at(-1);
      if (entry !== undefined) rows.push({ entry, all });
    }
    at += length * times;
  }
  return rows;
}

function isEntry(entry: TraceEntry | undefined): entry is TraceEntry {
  return entry !== undefined;
}

/** The shortest cycle that starts here and repeats often enough, otherwise only this entry. */
function cycleAt(entries: readonly TraceEntry[], at: number): { readonly length: number; readonly times: number } {
  for (let length = 1; length <= LONGEST_CYCLE; length += 1) {
    let end = at + length;
    while (end < entries.length && isSame(entries[end], entries[end - length])) end += 1;
    const times = Math.floor((end - at) / length);
    if (times >= LEAST) return { length, times };
  }
  return { length: 1, times: 1 };
}

function isSame(one: TraceEntry | undefined, other: TraceEntry | undefined): boolean {
  return (['step', 'who', 'outcome', 'reason', 'route'] as const).every((member) => one?.[member] === other?.[member]);
}
