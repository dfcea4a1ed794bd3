/** Lists of objects that are typed with one entry per line: one member's word, a space, and the text of another. Pure. */
import { recordsOf } from '../../../parts/records.ts';
import { type Document, type Place, valueIn, withoutEmpty, withValue } from './document.ts';

export interface LineMembers {
  /** Has no spaces. */
  readonly first: string;
  /** The rest of the line. */
  readonly rest: string;
}

/** The entries as lines. */
export function entryLines(document: Document, place: Place, { first, rest }: LineMembers): readonly string[] {
  return recordsOf(valueIn(document, place)).map((entry) =>
    [entry[first], entry[rest]]
      .filter((part) => part !== undefined)
      .join(' ')
      .trim(),
  );
}

/** An unchanged line keeps the members of its entry that the line doesn't show. */
export function withEntryLines(
  document: Document,
  place: Place,
  { members, lines }: { readonly members: LineMembers; readonly lines: readonly string[] },
): Document {
  const before = recordsOf(valueIn(document, place));
  const shown = entryLines(document, place, members);
  const entries = lines.map((line) => before[shown.indexOf(line)] ?? entryOf(line, members));
  return withoutEmpty(withValue(document, place, entries), place);
}

function entryOf(line: string, { first, rest }: LineMembers): Document {
  const [, word = '', text = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? [];
  return text === '' ? { [first]: word } : { [first]: word, [rest]: text };
}
