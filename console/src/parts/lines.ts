/** Lists that are typed as one entry a line. Pure. */

/** The entries, without empty lines. */
export function linesOf(typed: string): readonly string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
