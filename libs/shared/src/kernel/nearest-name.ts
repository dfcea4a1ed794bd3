/** "Did you mean …?": the known name nearest to a mistyped one. */

/** Longer names are not compared: the work grows with the product of both lengths. */
const LONGEST = 64;

/**
 * Returns the known name with the fewest edits (insert, delete, replace, swap neighbours), ignoring case.
 * @param known names to choose from; of equally near ones the first wins
 * @returns undefined if no name is within two edits, or one edit for known names of fewer than eight characters;
 *   shorter than three must match exactly
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const most = candidate.length < 3 ? 0 : candidate.length < 8 ? 1 : 2;
    if (Math.abs(name.length - candidate.length) > most) continue;
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= most && (best === undefined || edits < best.edits)) best = { name: candidate, edits };
  }
  return best?.name;
}

/** A sentence to append to an error; empty if no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
}

/** Optimal string alignment distance. */
function editsBetween(from: string, to: string): number {
  if (from.length > LONGEST || to.length > LONGEST) return from === to ? 0 : Number.POSITIVE_INFINITY;
  let before: readonly number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let row = 1; row <= from.length; row += 1) {
    const here = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const at = (line: readonly number[], place: number): number => line[place] ?? Number.POSITIVE_INFINITY;
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      here[column] = Math.min(
        at(above, column) + 1,
        at(here, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = here;
  }
  return above[to.length] ?? Number.POSITIVE_INFINITY;
}
