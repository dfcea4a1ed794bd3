/** Follows a tenant's or a session's events (docs/reference/events.md), over interruptions and at any gateway. */
import type { Client } from './client.ts';
import { createBlockReader, type EventBlock } from './event-blocks.ts';
import type { EventData } from './event-data.ts';
import { CountersignError } from './problem.ts';
import { sleep } from './sending.ts';

/** A CloudEvent 1.0. Its `type` decides which members `data` has. Later server versions may add types. */
export type CloudEvent = { [T in keyof EventData]: EventOf<T> }[keyof EventData];

interface EventOf<T extends keyof EventData> {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: T;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: EventData[T];
}

/** Pass `position` as `after` to continue. A gap means that events after `gap.after` no longer exist. */
export type Followed =
  | { readonly position: string; readonly event: CloudEvent; readonly gap?: never }
  | {
      readonly position: string;
      readonly event?: never;
      readonly gap: { readonly after: unknown; readonly first: unknown };
    };

export interface EventsOptions {
  readonly client: Client;
  /** Only this session's events. */
  readonly session?: string;
  /** A position, or `0` for everything that is kept. Default: a tenant's events start now, a session's with its first event. */
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** Resolves after the milliseconds, and rejects if the signal aborts. */
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/**
 * Ends when the signal aborts.
 * @throws CountersignError if the server refuses the stream and a later attempt cannot help
 */
export async function* events(options: EventsOptions): AsyncGenerator<Followed, void, undefined> {
  const { signal, pause = sleep } = options;
  let position = options.after;
  for (let failures = 0; signal?.aborted !== true; failures += 1) {
    for await (const block of blocksOf(options, position)) {
      failures = 0;
      position = block.id ?? position;
      if (block.data !== undefined) yield followed(block, position ?? '');
    }
    await pause(Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE), signal).catch(() => undefined);
  }
}

function followed({ event, data = '' }: EventBlock, position: string): Followed {
  return event === 'gap' ? { position, gap: JSON.parse(data) } : { position, event: JSON.parse(data) };
}

/** Yields the blocks of one response. Without a response it yields nothing. */
async function* blocksOf(options: EventsOptions, position: string | undefined): AsyncGenerator<EventBlock> {
  const reader = await openStream(options, position).catch(breaksOff);
  if (reader === undefined) return;
  const [read, decoder] = [createBlockReader(), new TextDecoder()];
  try {
    for (;;) {
      const piece = await reader.read().catch(() => undefined);
      if (piece === undefined || piece.done) return;
      yield* read(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function openStream(options: EventsOptions, position: string | undefined) {
  const { client, session, signal } = options;
  const init = {
    headers: { accept: 'text/event-stream', ...(position === undefined ? {} : { 'last-event-id': position }) },
    parseAs: 'stream' as const,
    ...(signal === undefined ? {} : { signal }),
  };
  const { data, error, response } =
    session === undefined
      ? await client.GET('/events', init)
      : await client.GET('/session/{sessionId}/events', { ...init, params: { path: { sessionId: session } } });
  if (!response.ok) throw new CountersignError(response, error);
  const stream = data as ReadableStream<Uint8Array> | null | undefined;
  return stream?.getReader();
}

/** Errors that a later attempt may solve are not thrown. */
function breaksOff(error: unknown): undefined {
  const status = error instanceof CountersignError ? error.status : 0;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw error;
  return undefined;
}
