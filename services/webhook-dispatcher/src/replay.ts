/** `POST session/{sessionId}/deliveries/{deliveryId}/replay`: sends the same webhook again, with the same id. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { deliveries } from '@countersign/shared/model/deliveries';
import { replayDelivery } from '@countersign/shared/model/delivery/delivery-transitions';
import { markReplay } from '@countersign/shared/model/delivery/pending-mark';
import { sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform, Enqueue } from './dispatcher-platform.ts';

/** Writes the mark first, so that the purge keeps the session. After a crash behind it the sweep makes the delivery. */
export function replayOperation(platform: DispatcherPlatform, enqueue: Enqueue): Operation {
  const { store, clock, settings } = platform;
  return async ({ tenant, params }) => {
    const own = ofTenant(store, tenant);
    const delivery = await own.get(deliveries, params.deliveryId ?? '');
    if (delivery === undefined || delivery.session !== params.sessionId) {
      throw noSuchDelivery();
    }
    // Its answer is for a waiting wallet; a later answer would reach none.
    if (delivery.webhook === 'claims') throw notAgain('A claims request can not be made again', 'claims');
    const now = clock();
    const marked = await own.takeTransition(sessions, delivery.session, (session) =>
      markReplay(session, delivery, { now, settings }),
    );
    if (marked?.result === 'erased') {
      throw notAgain('What was presented was erased when this webhook was answered', 'erased');
    }
    if (marked === undefined || marked.result === 'session_over') {
      throw notAgain('The session is gone, and what it had to tell with it', 'session over');
    }
    const replayed = await own.takeTransition(deliveries, delivery.id, (present) => replayDelivery(present, now));
    if (replayed === undefined) throw noSuchDelivery();
    if (replayed.result === 'leased') throw notAgain('It is being delivered at this moment', 'under way');
    enqueue(replayed.document);
    return { body: {} };
  };
}

function noSuchDelivery(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such delivery', { reason: 'delivery_unknown' });
}

function notAgain(description: string, detail: string): ProtocolError {
  return new ProtocolError('conflict', description, { reason: 'delivery_not_repeatable', facts: { detail } });
}
