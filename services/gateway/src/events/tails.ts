/** The tails of a process, one for each tenant with an open stream, and how a stream joins one. */
import { type Following, followed } from '@countersign/shared/bus/arrivals';
import { lastNumber } from '@countersign/shared/event-log/append';
import { type EventLogDocument, eventLog } from '@countersign/shared/model/tenant/event-log';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { eventsText, gapText, KEEP_ALIVE, type Position, positionText } from './event-text.ts';
import { createTail, type EventReader, TAIL_PAGE, type Tail, type TailParts } from './tail.ts';

export interface Joining {
  readonly tenant: string;
  readonly session: string | undefined;
  /** What the client has; undefined: only new events, or all of the session's events. */
  readonly after: Position | undefined;
  readonly write: (text: string) => void;
  /** Resolves when the client has read enough of the written data. */
  readonly drained: () => Promise<void>;
  /** Whether the client has left. */
  readonly left: () => boolean;
}

export interface EventTails {
  /**
   * Writes what the client lacks, then new events.
   * @throws ProtocolError `temporarily_unavailable` if the store can't be read
   */
  join(joining: Joining): Promise<Joined>;
  /** Follows a session's events without their content. If the log can't be read, there are no events. */
  follow(tenant: string, session: string): Following;
  /** A tenant has new events. */
  wake(tenant: string): void;
  stop(): void;
}

export interface Joined {
  readonly leave: () => void;
  /** Text without an event: keeps the connection alive, and moves the position of a client that received no event. */
  readonly sign: () => string;
}

interface Shared {
  readonly tail: Tail;
  /** Streams that join or have joined. */
  streams: number;
}

export function createEventTails(parts: TailParts): EventTails {
  const tails = new Map<string, Shared>();
  const enter = (tenant: string): Shared => {
    const shared = tails.get(tenant) ?? { tail: createTail(parts, tenant), streams: 0 };
    tails.set(tenant, shared);
    shared.streams += 1;
    return shared;
  };
  const leave = (tenant: string, shared: Shared): void => {
    shared.streams -= 1;
    if (shared.streams > 0) return;
    shared.tail.stop();
    if (tails.get(tenant) === shared) tails.delete(tenant);
  };
  return {
    join: async (joining) => {
      const { tenant } = joining;
      const shared = enter(tenant);
      try {
        await shared.tail.ready;
        const reader = await catchUp(parts, shared.tail, joining);
        return {
          leave: () => {
            if (reader !== undefined) shared.tail.remove(reader);
            leave(tenant, shared);
          },
          sign: () => signOf(shared.tail, reader?.after),
        };
      } catch (error) {
        leave(tenant, shared);
        throw error;
      }
    },
    follow: (tenant, session) =>
      followed((wake) => {
        const shared = enter(tenant);
        const reader = { session, after: { number: 0 }, write: wake };
        shared.tail.add(reader);
        let left = false;
        const end = (): void => {
          if (left) return;
          left = true;
          shared.tail.remove(reader);
          leave(tenant, shared);
        };
        // Others that join need a tail that can read.
        shared.tail.ready.catch(end);
        return end;
      }),
    wake: (tenant) => tails.get(tenant)?.tail.wake(),
    stop: () => {
      for (const { tail } of tails.values()) tail.stop();
      tails.clear();
    },
  };
}

/**
 * Writes everything before the tail's position, then adds the stream there. @returns undefined if the client has left
 */
async function catchUp(parts: TailParts, tail: Tail, joining: Joining): Promise<EventReader | undefined> {
  const { session, write, drained, left } = joining;
  let at = await beginning(parts, tail, joining);
  for (;;) {
    const until = tail.place();
    if (left()) return undefined;
    if (at.number > until || (at.number === until && at.count === undefined)) break;
    const documents = await page(parts, joining, at.number);
    for (const document of documents) {
      const isShown = session !== undefined || document.dryRun !== true;
      if (isShown && document.number <= until) write(eventsText(document, at, parts.source));
    }
    const last = documents.at(-1)?.number ?? until;
    at = { number: documents.length < TAIL_PAGE ? until : Math.min(last, until) };
    await drained();
  }
  const reader = { session, after: at, write };
  tail.add(reader);
  write(signOf(tail, at));
  return reader;
}

/** A client may have more than this process has seen: then its position stays. */
function signOf(tail: Tail, after: Position | undefined): string {
  const place = tail.place();
  return after === undefined || place < after.number ? KEEP_ALIVE : positionText(place);
}

/**
 * The position at which the stream starts. Events that are no longer kept, or were lost with a restored store, are a
 * gap.
 */
async function beginning(
  { store }: TailParts,
  tail: Tail,
  { tenant, session, after, write }: Joining,
): Promise<Position> {
  if (after === undefined) return { number: session === undefined ? tail.place() : 0 };
  const { documents } = await ofTenant(store, tenant).find(eventLog, { index: 'number', limit: 1 });
  const first = documents[0]?.number ?? tail.place() + 1;
  if (after.number > 0 && first > after.number + 1) {
    write(gapText(after.number, first));
    return { number: first - 1 };
  }
  // A store that was restored from a backup has lost numbers that the client has.
  if (after.number <= tail.place() || after.number <= (await lastNumber(store, tenant))) return after;
  write(gapText(after.number, tail.place() + 1));
  return { number: tail.place() };
}

async function page(
  { store }: TailParts,
  { tenant, session }: Joining,
  from: number,
): Promise<readonly EventLogDocument[]> {
  const of = session === undefined ? { index: 'number' } : { index: 'session', equal: [session] };
  return (await ofTenant(store, tenant).find(eventLog, { ...of, from, limit: TAIL_PAGE })).documents;
}
