/** Lists that are typed as one entry a line. Pure. */

/** The entries, without empty lines. */
export function linesOf(typed: string): readonly string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What stands in the field for these entries. */
export function typedOf(entries: readonly string[]): string {
  return entries.join('\n');
}
