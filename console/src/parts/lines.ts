/** Lists that are typed with one entry per line. Pure. */

/** The entries, without empty lines. */
export function linesOf(typed: string): readonly string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
