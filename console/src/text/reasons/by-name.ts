/** Lines of the German texts as a table: name, text and hint, separated by a bar. */
export interface ReasonText {
  readonly explanation: string;
  readonly hint: string;
}

export type ReasonTexts = ReadonlyMap<string, ReasonText>;

/** @throws Error if a name has two lines: the second would silently replace the first */
export function byName(lines: readonly string[]): ReasonTexts {
  const texts = new Map<string, ReasonText>();
  for (const line of lines) {
    const [name = '', explanation = '', hint = ''] = line.split('|');
    if (texts.has(name)) throw new Error(`${name} has two German texts`);
    texts.set(name, { explanation, hint });
  }
  return texts;
}
