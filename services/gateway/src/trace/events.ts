/** A trace as server-sent events. Pure. */
import type { StoredTrace, TraceItem } from './reader.ts';

export interface TraceEvents {
  readonly text: string;
  /** Of the last entry that the client has now. */
  readonly number: number;
  /** The session is erased: nothing follows. */
  readonly ended: boolean;
}

/**
 * What a client lacks.
 * @param last number of the last entry that it has; 0 for none
 * @param known revision that it was sent before; undefined at the beginning
 */
export function eventsAfter(
  { rev, erased, items }: StoredTrace,
  { last, known }: { readonly last: number; readonly known: number | undefined },
): TraceEvents {
  let number = last;
  const texts: string[] = [];
  for (const item of items) {
    if (item.number <= number) continue;
    texts.push(eventOf(item, number));
    number = item.number;
  }
  // A document that was there and is not any more was erased, and its mark removed.
  const ended = erased === true || (rev === 0 && known !== undefined && known > 0);
  if (ended) texts.push('event: end\ndata: {}\n\n');
  return { text: texts.join(''), number, ended };
}

function eventOf({ number, entry, gap }: TraceItem, last: number): string {
  if (entry !== undefined) return `id: ${number}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`;
  // Of dropped entries the client may have had some.
  const missing = gap?.cause === 'limit' ? { ...gap, after: String(last), count: number - last } : (gap ?? {});
  return `id: ${number}\nevent: gap\ndata: ${JSON.stringify(missing)}\n\n`;
}
