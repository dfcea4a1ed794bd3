/** `POST session/{sessionId}/deliveries/{deliveryId}/replay`: the same webhook again, with the same id. */

import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/deliveries';
import { withPending } from '@countersign/shared/model/pending';
import { type PendingDelivery, sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from './dispatcher-platform.ts';
import { isEnded, replayed } from './protocol/delivery-state.ts';
import { payloadType } from './protocol/payload.ts';
import { presentedIsErased } from './protocol/presented-data.ts';
import { endOfSession } from './session-end.ts';

/** The mark comes first, so that the purge leaves the session alone; a crash behind it is mended by the sweep. */
export function replayDelivery(platform: DispatcherPlatform, ring: (delivery: DeliveryDocument) => void): Operation {
  const { store, clock } = platform;
  return async ({ tenant, params }) => {
    const own = ofTenant(store, tenant);
    const delivery = await own.get(deliveries, params.deliveryId ?? '');
    if (delivery === undefined || delivery.session !== params.sessionId) {
      throw new ProtocolError('not_found', 'There is no such delivery');
    }
    // Its answer is for a wallet that waits; later it would be for nobody.
    if (delivery.webhook === 'claims') throw new ProtocolError('conflict', 'A claims request can not be made again');
    const now = clock();
    const marked = await own.update(sessions, delivery.session, (session) => {
      if (presentedIsErased(session, delivery)) {
        throw new ProtocolError('conflict', 'What was presented was erased when this webhook was answered');
      }
      return now < endOfSession(platform, session) ? withPending(session, [markOf(delivery)], now) : session;
    });
    if (marked === undefined || now >= endOfSession(platform, marked)) {
      throw new ProtocolError('conflict', 'The session is gone, and what it had to tell with it');
    }
    const stored = await own.update(deliveries, delivery.id, (present) => {
      if (present.state === 'leased') throw new ProtocolError('conflict', 'It is being delivered at this moment');
      return isEnded(present) || present.state === 'due' ? replayed(present, now) : present;
    });
    if (stored === undefined) throw new ProtocolError('not_found', 'There is no such delivery');
    ring(stored);
    return { body: {} };
  };
}

function markOf({ id, type, at, data }: DeliveryDocument): PendingDelivery {
  const eventType = (Object.keys(eventDefinitions) as EventType[]).find((name) => payloadType(name) === type);
  if (eventType === undefined) throw new Error(`No event leads to ${type}`);
  return { id, type: eventType, at, data };
}
