/** The relays of a process: one for each collection in whose documents its services fill outboxes. */

import { topicsOf } from '../bus/catalogue.ts';
import type { Bus } from '../bus/port.ts';
import { createEventAppender, type EventOwner } from '../event-log/append.ts';
import { createEventFeed, type FeedOptions, type NotingFeed } from '../event-log/feed.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { orderedId } from '../kernel/ordered-id.ts';
import type { Random } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { type SessionDocument, sessions } from '../model/session/sessions.ts';
import { statusEntries } from '../model/status/status-documents.ts';
import { newEvent } from '../outbox/events.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import { createRelay } from '../outbox/relay.ts';
import { overAllTenants } from '../store/over-all-tenants.ts';
import type { Collection, Store } from '../store/port.ts';
import type { RunningRelay } from './run.ts';
import type { Platform } from './service.ts';

export interface Relays extends Pick<Platform, 'wakeRelay' | 'wakeEntryRelay' | 'newEventId' | 'noteEvent'> {
  readonly all: readonly RunningRelay[];
  /** The collections whose outboxes this process relays. */
  readonly collections: readonly Collection<WithOutbox>[];
}

export interface RelaysOptions {
  readonly store: Store;
  /** Undefined if the process's services publish nothing. */
  readonly bus: Bus | undefined;
  readonly services: readonly ServiceName[];
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: sessions write no events for the log of their tenant. */
  readonly events?: { readonly random: Random; readonly publicUrl: string } | undefined;
}

const allSessions = overAllTenants(sessions);
const allEntries = overAllTenants(statusEntries);

/**
 * Status entries contain the events of status changes, because they outlive their sessions. Sessions contain all
 * others.
 */
export function createRelays(options: RelaysOptions): Relays {
  const { store, bus, services, clock, log, events } = options;
  const ofSessions = services.filter((service) => service !== 'status');
  const common = bus && { store, bus, clock, log };
  const eventParts = {
    appender: events && createEventAppender({ store, clock }),
    wakeReaders: wakeReaders(options),
    log,
  };
  let notes: NotingFeed<SessionDocument> | undefined;
  const session =
    common && ofSessions.length > 0
      ? createRelay({
          ...common,
          collection: allSessions,
          topics: topicsOf(...ofSessions),
          feed: (acknowledgements) => {
            notes = createEventFeed({ ...eventParts, ownerOf: ownerOfSession, ...acknowledgements });
            return notes;
          },
        })
      : undefined;
  const entry =
    common && services.includes('status')
      ? createRelay({
          ...common,
          collection: allEntries,
          topics: topicsOf('status'),
          feed: (acknowledgements) =>
            createEventFeed({
              ...eventParts,
              ownerOf: ({ tenant, session }) => ({ tenant, session }),
              ...acknowledgements,
            }),
        })
      : undefined;
  return {
    all: [
      ...(session === undefined ? [] : [{ ...session, name: 'relay-sweep' }]),
      ...(entry === undefined ? [] : [{ ...entry, name: 'entry-relay-sweep' }]),
    ],
    collections: [...(session === undefined ? [] : [allSessions]), ...(entry === undefined ? [] : [allEntries])],
    wakeRelay: (document) => session?.wake(document.id, document),
    wakeEntryRelay: (document) => entry?.wake(document.id, document),
    newEventId: events && (() => orderedId(clock(), events.random)),
    noteEvent:
      events &&
      ((document, event) => notes?.note(document, { id: `${event.type}/${document.id}`, ...event, at: clock() })),
  };
}

function ownerOfSession({ tenant, id, dryRunUntil }: SessionDocument): EventOwner {
  return { tenant, session: id, ...(dryRunUntil === undefined ? {} : { dryRun: true }) };
}

/** Wakes the readers of all processes. If that fails they poll. */
function wakeReaders({ bus, clock, log, events }: RelaysOptions): FeedOptions<WithOutbox>['wakeReaders'] {
  return (tenant, session) => {
    if (bus === undefined || events === undefined) return;
    const about = { type: 'events.appended.v1', session, tenant, data: {} } as const;
    const { topic, event } = newEvent({ ...about, source: events.publicUrl, clock, random: events.random });
    bus.publish(topic, [event]).catch(() => log.debug('Readers of events were not woken', { tenant }));
  };
}
