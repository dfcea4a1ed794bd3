/** How services find a session by a wallet-facing value, and how they change their own part of it. */

import { parseReference } from '../../crypto/wallet-reference.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Json } from '../../kernel/json.ts';
import { type LoggedEvent, type OutboxEntry, pushed, withLogged } from '../../outbox/outbox.ts';
import { ofTenant } from '../../store/of-tenant.ts';
import type { Store } from '../../store/port.ts';
import type { Transition } from '../../store/update-document.ts';
import { type CallRecord, insertRecord } from '../tenant/audit-record.ts';
import { isActedOn, withDeliveries } from './pending.ts';
import { createdEvent, eventsOfChange, type PublicEvent } from './public-events.ts';
import { type SessionDocument, sessions } from './sessions.ts';

export interface Referenced {
  readonly session: SessionDocument;
  /** Hash of the secret in the reference, which the caller must compare. */
  readonly hash: string;
}

/** The request with a wallet-facing value. */
export interface Bearer {
  readonly request: { readonly tenant: string };
  readonly reports: {
    /** Called with the session that the value belongs to. @throws if the request is bound to a different one */
    readonly reached: (session: SessionDocument) => void;
  };
}

/**
 * The session that a wallet-facing value belongs to, in the request's tenant, if any. The request is annotated with
 * that session even if the value is otherwise wrong.
 */
export async function sessionByReference(
  platform: Pick<SessionWriter, 'store'>,
  { request: { tenant }, reports }: Bearer,
  reference: Json | undefined,
): Promise<Referenced | undefined> {
  const parsed = parseReference(reference);
  if (parsed === undefined) return undefined;
  const session = await ofTenant(platform.store, tenant).getBy(sessions, 'handle', parsed.handle);
  if (session === undefined) return undefined;
  reports.reached(session);
  return { session, hash: parsed.hash };
}

/** A session that has that part. */
export type SessionWith<P extends 'issuance' | 'presentation'> = SessionDocument & {
  readonly [K in P]: NonNullable<SessionDocument[K]>;
};

export interface ReferencedWith<P extends 'issuance' | 'presentation'> extends Referenced {
  readonly session: SessionWith<P>;
}

/** The same as `sessionByReference`; undefined if the session lacks the part. */
export async function sessionWithPart<P extends 'issuance' | 'presentation'>(
  platform: Pick<SessionWriter, 'store'>,
  part: P,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<ReferencedWith<P> | undefined> {
  const found = await sessionByReference(platform, bearer, reference);
  return found?.session[part] === undefined ? undefined : (found as ReferencedWith<P>);
}

/** What a change of a session needs. */
export interface SessionWriter {
  readonly store: Store;
  readonly clock: Clock;
  /** Wakes the relay for a session whose outbox was just filled. Never throws. */
  readonly wakeRelay: (session: SessionDocument) => void;
  /** An event's id for the tenant's log; undefined with EVENTS=off. */
  readonly newEventId?: (() => string) | undefined;
}

/** The events with their ids and time; empty with EVENTS=off. */
export function loggedEvents(
  { newEventId }: Pick<SessionWriter, 'newEventId'>,
  found: readonly PublicEvent[],
  now: number,
): readonly LoggedEvent[] {
  if (newEventId === undefined) return [];
  const logged: LoggedEvent[] = [];
  for (const event of found) logged.push({ id: newEventId(), ...event, at: now });
  return logged;
}

/**
 * Inserts a new session, with the event of its creation.
 * @param record the audit record of the call that creates it. Both writes start together, so that they share a commit
 *   or a command. After a crash only one of them may exist, and then the call had no response
 * @returns undefined if its id is taken
 */
export async function insertSession(
  writer: SessionWriter,
  session: Omit<SessionDocument, 'rev'>,
  record?: CallRecord,
): Promise<SessionDocument | undefined> {
  const now = writer.clock();
  const begun = { ...session, rev: 0 };
  const { rev: _, ...created } = withLogged(begun, loggedEvents(writer, [createdEvent(session)], now), now);
  const [stored] = await Promise.all([
    ofTenant(writer.store, session.tenant).insert(sessions, created),
    record && insertRecord(writer.store, { ...record, session: session.id }),
  ]);
  if (stored?.events !== undefined) writer.wakeRelay(stored);
  return stored;
}

/** A transition of a session: the new document, and the events that the same write pushes. */
export interface SessionTransition<R> extends Transition<SessionDocument, R> {
  readonly events: readonly OutboxEntry[];
}

/**
 * Writes a transition by compare-and-set, and decides again if the revision has changed. The same write stores the
 * events that a consumer acts on and marks their deliveries. Afterwards the relay is woken.
 * @param session as just read, which saves the first read
 * @param decide pure; returns the same document for "nothing to write"; throws the wallet's error
 * @returns the session as stored, with the result of the decision; undefined if the session was purged
 */
export async function takeSessionTransition<R>(
  writer: SessionWriter,
  session: SessionDocument,
  decide: (document: SessionDocument) => SessionTransition<R>,
): Promise<Transition<SessionDocument, R> | undefined> {
  const take = (present: SessionDocument): Transition<SessionDocument, TransitionOutcome<R>> => {
    const { document, events, result } = decide(present);
    if (document === present) return { document, result: { result, announced: false } };
    const now = writer.clock();
    const marked = withDeliveries({ ...document, updatedAt: now }, events, now);
    const logged = loggedEvents(writer, eventsOfChange(present, document, events), now);
    const entries = entriesOf(marked, events);
    const next = withLogged(pushed(marked, entries, now), logged, now);
    return { document: next, result: { result, announced: next.outboxSince !== undefined } };
  };
  const taken = await ofTenant(writer.store, session.tenant).takeTransition(sessions, session.id, take, session);
  if (taken === undefined) return undefined;
  if (taken.result.announced) writer.wakeRelay(taken.document);
  return { document: taken.document, result: taken.result.result };
}

interface TransitionOutcome<R> {
  readonly result: R;
  /**
   * True if the written document contains events, including earlier ones, whose acknowledgement then starts with this
   * revision.
   */
  readonly announced: boolean;
}

/** The entries of events: none if no consumer acts on one; marked if a consumer does and it causes no webhook. */
function entriesOf(session: SessionDocument, events: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (const { topic, event } of events) {
    if (session.pendingDeliveries.some(({ id }) => id === event.id)) entries.push({ topic, event });
    else if (isActedOn(session, event.type)) entries.push({ topic, event: { ...event, webhook: 'none' } });
  }
  return entries;
}
