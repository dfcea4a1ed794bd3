/** Reads a stream of events as a backend does: with fetch, from a position. */
import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';

/** An event as a backend receives it. */
export interface ReceivedEvent {
  readonly position: string;
  readonly kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: the event is looked at member by member
  readonly event: any;
}

export interface EventReading {
  readonly status: number;
  /** Every event so far. */
  readonly got: ReceivedEvent[];
  /** The position from which it would continue. */
  position(): string;
  /** Resolves when an event of that kind, or as many as the number, has come. */
  until(wanted: number | ((event: ReceivedEvent) => boolean)): Promise<void>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Opens a stream. @param call a request with the credential of the backend */
export async function readEvents(
  call: (path: string, init: RequestInit) => Promise<Response>,
  path: string,
  after?: string,
): Promise<EventReading> {
  const over = new AbortController();
  const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
  const answer = await call(path, { headers, signal: over.signal });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  const got: ReceivedEvent[] = [];
  let position = after ?? '';
  let notify = (): void => undefined;
  const take = (block: string): void => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    position = fields.get('id') ?? position;
    const data = fields.get('data');
    if (data !== undefined) got.push({ position, kind: fields.get('event') ?? 'message', event: JSON.parse(data) });
    notify();
  };
  const ended = (async () => {
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const blocks = (rest + Buffer.from(chunk).toString('utf8')).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  })().catch(() => undefined);
  const reading: EventReading = {
    status: answer.status,
    got,
    position: () => position,
    until: async (wanted) => {
      const done = (): boolean => (typeof wanted === 'number' ? got.length >= wanted : got.some(wanted));
      const types = (): string => JSON.stringify(got.map(({ event }) => event.type));
      await until('the events', done).catch((error: unknown) => assert.fail(`${String(error)}: only ${types()}`));
    },
    ended,
    close: async () => {
      over.abort();
      await ended;
    },
  };
  // The first thing that a stream sends is its place.
  while (position === '') {
    await new Promise<void>((resolve) => {
      notify = resolve;
    });
  }
  return reading;
}

/** Types of the events, in their order. */
export function typesOf({ got }: EventReading): readonly string[] {
  return got.map(({ kind, event }) => (kind === 'message' ? event.type : kind));
}
