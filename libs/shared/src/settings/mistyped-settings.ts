/** Variables that are almost a setting: mostly a mistyped name, whose value would have no effect without a word. */
import type { Environment } from './read-settings.ts';

/** Shorter names are close to too many others, such as `HOST` to `HOME`. */
const LEAST_FOR_ONE = 4;
const LEAST_FOR_TWO = 8;

/** A warning for each variable that no setting has and whose name is one or two letters from that of a setting. */
export function mistypedSettings(env: Environment, known: readonly string[]): readonly string[] {
  const names = new Set(known);
  return Object.keys(env).flatMap((name) => {
    if (names.has(name) || env[name] === undefined) return [];
    const meant = nearest(name, known);
    return meant === undefined ? [] : [`${name} is not a setting and has no effect. Did you mean ${meant}?`];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  let best: { readonly meant: string; readonly distance: number } | undefined;
  for (const meant of known) {
    const most = meant.length < LEAST_FOR_ONE ? 0 : meant.length < LEAST_FOR_TWO ? 1 : 2;
    if (Math.abs(meant.length - name.length) > most) continue;
    const distance = letters(name.toUpperCase(), meant);
    if (distance <= Math.min(most, (best?.distance ?? most + 1) - 1)) best = { meant, distance };
  }
  return best?.meant;
}

/** How many letters were added, left out, changed or swapped with their neighbour (optimal string alignment). */
function letters(a: string, b: string): number {
  let [before, last]: [readonly number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same];
      row.push(Math.min(...steps, swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY));
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
