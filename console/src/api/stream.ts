/**
 * Follows an API event stream with fetch. After a break it continues with Last-Event-ID, at any replica, and waits
 * longer after each attempt that yields nothing.
 */
import { addressOf } from './call.ts';
import { callHeaders, connection } from './connection.ts';
import { createEventLines, type StreamEvent } from './event-lines.ts';
import { type Problem, readProblem } from './problem.ts';

export type StreamState = 'live' | 'reconnecting';

export interface FollowOptions {
  readonly onEvent: (event: StreamEvent) => void;
  readonly onState?: (state: StreamState) => void;
  /** The server refuses the stream permanently, for example for an erased session: there is no retry. */
  readonly onRefused?: (problem: Problem) => void;
  readonly signal: AbortSignal;
  /** Continues after this event. */
  readonly after?: string;
  /** Event that permanently ends the stream. */
  readonly endsWith?: string;
  /** Resolves after the milliseconds, or immediately if the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** Resolves if the signal aborts, the event `endsWith` has arrived, or the server refuses permanently. */
export async function follow(path: string, options: FollowOptions): Promise<void> {
  const { signal, pause = wait } = options;
  let last = options.after;
  let failures = 0;
  while (!signal.aborted) {
    const found = await readOnce(path, last, options).catch(() => 'broken' as const);
    if (signal.aborted || found === 'over') return;
    if (found === 'broken') failures += 1;
    else {
      failures = found.events > 0 || found.opened ? 0 : failures + 1;
      last = found.last ?? last;
    }
    options.onState?.('reconnecting');
    await pause(Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE), signal);
  }
}

interface Reading {
  readonly opened: boolean;
  readonly events: number;
  readonly last: string | undefined;
}

/** Reads one response to its end. */
async function readOnce(path: string, after: string | undefined, options: FollowOptions): Promise<Reading | 'over'> {
  const { onEvent, onState, onRefused, signal, endsWith } = options;
  const response = await fetch(addressOf(path), {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      ...callHeaders(),
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal,
  });
  if (!response.ok || response.body === null) {
    if (response.status === 401) connection.onSignedOut();
    if (!isForGood(response.status)) return { opened: false, events: 0, last: after };
    onRefused?.(await readProblem(response));
    return 'over';
  }
  onState?.('live');
  const lines = createEventLines();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [events, last] = [0, after];
  // If the response breaks off, keep the entries received before.
  for (;;) {
    const piece = await reader.read().catch(() => undefined);
    if (piece === undefined || piece.done) return { opened: true, events, last };
    for (const event of lines.push(piece.value)) {
      onEvent(event);
      events += 1;
      last = event.id ?? last;
      if (event.event === endsWith) return 'over';
    }
  }
}

function isForGood(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
