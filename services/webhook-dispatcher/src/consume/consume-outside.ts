/**
 * Events that are not written with the session's document, such as a changed status, and so have no mark yet. This
 * consumer writes the mark first, so that the purge and the session's next delivery wait for this one, and then creates
 * the delivery. After a crash in between the sweep creates it.
 */

import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { EventHandler } from '@countersign/shared/bus/port';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/model/session/sessions';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/model/status/status-documents';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { MAX_ID_LENGTH } from '@countersign/shared/store/port';
import { isDeliveredOrDead } from '../delivery/delivery-state.ts';
import { clearMark } from '../delivery/finish-delivery.ts';
import { makeDelivery } from '../delivery/make-delivery.ts';
import { markOutsideEvent } from '../delivery/pending-mark.ts';
import type { DispatcherPlatform, Enqueue } from '../sending/dispatcher-platform.ts';
import { changeMark } from './status-changed.ts';

/**
 * Handles `status-changes`. A session that is erased, has ended or has no webhook for the event gets no delivery; nor
 * does a change that its entry does not confirm, so that a writer to the bus cannot forge a webhook.
 */
export function outsideConsumer(platform: DispatcherPlatform, enqueue: Enqueue): EventHandler {
  const { store, clock, settings } = platform;
  return async (event) => {
    if (event.webhook === 'none') return;
    const own = ofTenant(store, event.data.tenant);
    // The delivery is read before the session: a repeated event finds it while it is stored, ended or not, and creates
    // no second mark.
    const present = await own.get(deliveries, event.id);
    if (present !== undefined) return enqueue(present);
    const mark = changeMark(event, await entryOf(own, event));
    if (mark === undefined) return;
    const now = clock();
    const marked = await own.takeTransition(sessions, event.subject, (session) =>
      markOutsideEvent(session, mark, { now, settings }),
    );
    if (marked === undefined || !marked.result) return;
    const session = marked.document;
    const delivery = await makeDelivery(platform, session, mark);
    // Another replica handled the same event concurrently, and ended the delivery before this mark was written.
    if (delivery === undefined || isDeliveredOrDead(delivery))
      await clearMark({ platform, enqueue }, session, mark.id, delivery);
    else enqueue(delivery);
  };
}

/** The entry that an event refers to. A string that is too long for an id refers to no entry. */
async function entryOf(own: TenantStore, { data }: BusEvent): Promise<StatusEntryDocument | undefined> {
  const id = String(data.entry);
  return id.length > MAX_ID_LENGTH ? undefined : own.get(statusEntries, id);
}
