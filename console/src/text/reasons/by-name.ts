/** Lines of the German texts as a table: name, text and hint, separated by a bar. */
export interface ReasonText {
  readonly explanation: string;
  readonly hint: string;
}

export type ReasonTexts = ReadonlyMap<string, ReasonText>;

export function byName(lines: readonly string[]): ReasonTexts {
  return new Map(
    lines.map((line) => {
      const [name = '', explanation = '', hint = ''] = line.split('|');
      return [name, { explanation, hint }];
    }),
  );
}
