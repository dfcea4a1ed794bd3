/** Creates and queues the delivery of an event, if the session has a mark for it. */

import type { EventHandler } from '@countersign/shared/bus/port';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { makeDelivery } from '../delivery/make-delivery.ts';
import type { SendAtOnce } from '../delivery/make-leased.ts';
import type { DispatcherPlatform, Enqueue } from '../sending/dispatcher-platform.ts';

/** Handles `presentation-results` and `issuance-results`. */
export function deliveryConsumer(platform: DispatcherPlatform, enqueue: Enqueue, sendAtOnce: SendAtOnce): EventHandler {
  return async ({ id, subject, webhook, data }) => {
    if (webhook === 'none') return;
    const session = await ofTenant(platform.store, data.tenant).get(sessions, subject);
    // Without a mark the delivery has ended, or the event causes no webhook.
    const pending = session?.pendingDeliveries.find((mark) => mark.id === id);
    if (session === undefined || pending === undefined) return;
    if (await sendAtOnce(session, pending)) return;
    const delivery = await makeDelivery(platform, session, pending);
    if (delivery !== undefined) enqueue(delivery);
  };
}
