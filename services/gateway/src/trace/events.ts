/** A trace as server-sent events. Pure. */
import type { StoredTrace, TraceItem } from './reader.ts';

export interface TraceEvents {
  readonly text: string;
  /** Number of the last entry that the client has now. */
  readonly number: number;
  /** The session is erased: nothing follows. */
  readonly ended: boolean;
}

/**
 * What a client lacks.
 * @param last number of the last entry that it has; 0 without one
 * @param known revision that it was sent before; undefined at the start
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
  // A document that no longer exists was erased, and its mark removed.
  const ended = erased === true || (rev === 0 && known !== undefined && known > 0);
  if (ended) texts.push('event: end\ndata: {}\n\n');
  return { text: texts.join(''), number, ended };
}

function eventOf({ number, entry, gap }: TraceItem, last: number): string {
  if (entry !== undefined) return `id: ${number}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`;
  // The client may have received some of the dropped entries.
  const missing = gap?.cause === 'limit' ? { ...gap, after: String(last), count: number - last } : (gap ?? {});
  return `id: ${number}\nevent: gap\ndata: ${JSON.stringify(missing)}\n\n`;
}
