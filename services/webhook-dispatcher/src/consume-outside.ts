/**
 * Events of a session that its own document doesn't carry, such as a changed status: nothing marked them when they
 * happened. The mark comes first here too, so that the purge and the next delivery of the session wait for this one; then
 * the delivery, as for every other. Where the process dies in between, the sweep makes it.
 */

import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { EventHandler } from '@countersign/shared/bus/port';
import { deliveries } from '@countersign/shared/model/deliveries';
import { isEnded } from '@countersign/shared/model/delivery/delivery-state';
import { markOutsideEvent } from '@countersign/shared/model/delivery/pending-mark';
import { sessions } from '@countersign/shared/model/sessions';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/model/status-documents';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { MAX_ID_LENGTH } from '@countersign/shared/store/port';
import type { DispatcherPlatform, Enqueue } from './dispatcher-platform.ts';
import { clearMark } from './finish-delivery.ts';
import { makeDelivery } from './make-delivery.ts';
import { changeMark } from './protocol/status-changed.ts';

/**
 * Handles `status-changes`. A session that is gone, is over or has no webhook for it leads to no delivery; nor does a
 * change that its entry does not confirm, so that a writer to the bus can make no false webhook.
 */
export function outsideConsumer(platform: DispatcherPlatform, enqueue: Enqueue): EventHandler {
  const { store, clock, settings } = platform;
  return async (event) => {
    if (event.webhook === 'none') return;
    const own = ofTenant(store, event.data.tenant);
    // The delivery before the session: an event that comes again finds it, ended or not, for as long as it is kept, and
    // its mark is not made again.
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
    // Another replica had the same event at the same time, and was done before this mark was made.
    if (delivery === undefined || isEnded(delivery)) await clearMark({ platform, enqueue }, session, mark.id);
    else enqueue(delivery);
  };
}

/** The entry that an event names; what is too long to be an id names none. */
async function entryOf(own: TenantStore, { data }: BusEvent): Promise<StatusEntryDocument | undefined> {
  const id = String(data.entry);
  return id.length > MAX_ID_LENGTH ? undefined : own.get(statusEntries, id);
}
