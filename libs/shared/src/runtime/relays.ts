/** The relays of a process: one for each collection in whose documents its services fill outboxes. */

import { topicsOf } from '../bus/catalogue.ts';
import type { Bus } from '../bus/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { sessions } from '../model/sessions.ts';
import { statusEntries } from '../model/status-documents.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import { createRelay } from '../outbox/relay.ts';
import { overAllTenants } from '../store/over-all-tenants.ts';
import type { Collection, Store } from '../store/port.ts';
import type { RunningRelay } from './run.ts';
import type { Platform } from './service.ts';

export interface Relays extends Pick<Platform, 'wakeRelay' | 'wakeEntryRelay'> {
  readonly all: readonly RunningRelay[];
  /** The collections whose outboxes this process relays. */
  readonly collections: readonly Collection<WithOutbox>[];
}

export interface RelaysOptions {
  readonly store: Store;
  /** Undefined where the services of the process publish nothing. */
  readonly bus: Bus | undefined;
  readonly services: readonly ServiceName[];
  readonly clock: Clock;
  readonly log: Log;
}

const allSessions = overAllTenants(sessions);
const allEntries = overAllTenants(statusEntries);

/** Status entries hold the events of status changes, because they outlive their sessions; sessions hold all others. */
export function createRelays({ store, bus, services, clock, log }: RelaysOptions): Relays {
  const ofSessions = services.filter((service) => service !== 'status');
  const common = bus && { store, bus, clock, log };
  const session =
    common && ofSessions.length > 0
      ? createRelay({ ...common, collection: allSessions, topics: topicsOf(...ofSessions) })
      : undefined;
  const entry =
    common && services.includes('status')
      ? createRelay({ ...common, collection: allEntries, topics: topicsOf('status') })
      : undefined;
  return {
    all: [
      ...(session === undefined ? [] : [{ ...session, name: 'relay-sweep' }]),
      ...(entry === undefined ? [] : [{ ...entry, name: 'entry-relay-sweep' }]),
    ],
    collections: [...(session === undefined ? [] : [allSessions]), ...(entry === undefined ? [] : [allEntries])],
    wakeRelay: (document) => session?.wake(document.id, document),
    wakeEntryRelay: (document) => entry?.wake(document.id, document),
  };
}
