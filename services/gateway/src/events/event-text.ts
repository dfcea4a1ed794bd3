/**
 * Events of a log as server-sent events (WHATWG HTML, 9.2), each with its position as id. A position is the number of a
 * document of the log that the reader has completely, or `<number>.<count>` if it has only the document's first events.
 * Pure.
 */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { EventLogDocument } from '@countersign/shared/model/tenant/event-log';
import { EVENT_POSITION } from '../schemas/event-position.ts';

export interface Position {
  /** Number of the last document that the reader has. */
  readonly number: number;
  /** How many of its events it has; undefined: all. */
  readonly count?: number;
}

const POSITION = new RegExp(EVENT_POSITION);

/** @returns undefined if the text isn't a position */
export function readPosition(text: string | undefined): Position | undefined {
  const [, number, count] = POSITION.exec(text ?? '') ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number), ...(count === undefined ? {} : { count: Number(count) }) };
}

/** Writes the events of a document that a reader lacks. @param source URI of this installation */
export function eventsText(document: EventLogDocument, after: Position, source: string): string {
  const { number, session, tenant, events = [] } = document;
  const of = session === undefined ? {} : { session };
  if (number < after.number) return '';
  const had = number > after.number ? 0 : (after.count ?? events.length);
  return events
    .slice(had)
    .map(({ id, type, at, data }, place) => {
      const count = had + place + 1;
      const event = {
        specversion: '1.0',
        id,
        source,
        type,
        ...(session === undefined ? {} : { subject: session }),
        time: isoTime(at),
        datacontenttype: 'application/json',
        data: { ...data, ...of, tenant },
      };
      const position = count === events.length ? `${number}` : `${number}.${count}`;
      return `id: ${position}\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

/** A comment. */
export const KEEP_ALIVE = ':\n\n';

/** Moves the position of a client without an event, and keeps the connection alive. */
export function positionText(number: number): string {
  return `id: ${number}\n:\n\n`;
}

/** @param first number of the oldest document that is kept, or of the next document */
export function gapText(after: number, first: number): string {
  return `id: ${first - 1}\nevent: gap\ndata: ${JSON.stringify({ after: String(after), first: String(first) })}\n\n`;
}
