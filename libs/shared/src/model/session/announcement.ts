/** Announcements of a session's transition to the other services: events for the outbox, still without id and time. */
import type { EventType } from '../../bus/catalogue.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Random } from '../../kernel/random.ts';
import { newEvent } from '../../outbox/events.ts';
import type { OutboxEntry } from '../../outbox/outbox.ts';
import type { Transition } from '../../store/update-document.ts';
import type { SessionDocument } from './sessions.ts';

export interface Announcement {
  readonly type: EventType;
  /** The members of the event's data other than session and tenant: ids and outcomes. */
  readonly data: JsonObject;
}

/** A transition with the events that its write publishes. */
export interface AnnouncedTransition<T, R = undefined> extends Transition<T, R> {
  readonly announces: readonly Announcement[];
}

/** Creates the ids and times of events. */
export interface EventSource {
  readonly settings: { readonly PUBLIC_URL: string };
  readonly clock: Clock;
  readonly random: Random;
}

/** The outbox entry of an announcement. */
export function announced(
  { settings, clock, random }: EventSource,
  { id, tenant }: Pick<SessionDocument, 'id' | 'tenant'>,
  { type, data }: Announcement,
): OutboxEntry {
  return newEvent({ type, session: id, tenant, data, source: settings.PUBLIC_URL, clock, random });
}
