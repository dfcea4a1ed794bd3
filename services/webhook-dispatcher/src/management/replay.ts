/** Sends webhooks again, each with the same id: one of a session, several by their ids, or dead ones of a time. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { DeliveryReplay } from '@countersign/shared/messages/delivery-replay';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { replayDelivery } from '../delivery/delivery-transitions.ts';
import { markReplay } from '../delivery/pending-mark.ts';
import type { DispatcherPlatform, Enqueue } from '../sending/dispatcher-platform.ts';
import { isConsistent } from './deliveries.ts';
import { readTime } from './read-time.ts';

/** At most this many deliveries per call. */
export const MAX_REPLAYED = 100;

type ReplayResult = 'replayed' | keyof typeof refusals;

/** Why a delivery is not sent again, as text for the backend. */
const refusals = {
  unknown: 'There is no such delivery',
  // Its response is for a waiting wallet; a later one would reach nobody.
  claims: 'A claims request cannot be repeated',
  erased: 'The presented claims were erased after the webhook received them',
  session_over: 'The session is gone, and what it had to tell with it',
  under_way: 'It is being delivered at this moment',
} as const;

/** `POST session/{sessionId}/deliveries/{deliveryId}/replay`. */
export function replayOperation(platform: DispatcherPlatform, enqueue: Enqueue): Operation {
  return async ({ tenant, params }) => {
    const delivery = await ofTenant(platform.store, tenant).get(deliveries, params.deliveryId ?? '');
    if (delivery === undefined || delivery.session !== params.sessionId) throw noSuchDelivery();
    const result = await replay(platform, enqueue, delivery);
    if (result === 'unknown') throw noSuchDelivery();
    if (result !== 'replayed') {
      throw new ProtocolError('conflict', refusals[result], {
        reason: 'delivery_not_repeatable',
        facts: { detail: result.replaceAll('_', ' ') },
      });
    }
    return { body: {} };
  };
}

/** `POST deliveries/replay`: `ids`, or `dead` with its times; one result each, in order. */
export function replayManyOperation(platform: DispatcherPlatform, enqueue: Enqueue): Operation<DeliveryReplay> {
  return async ({ tenant, body }) => {
    const own = ofTenant(platform.store, tenant);
    const { found, next } = await deliveriesOf(own, body);
    const results: JsonObject[] = [];
    // One after another, because a session's deliveries are ordered.
    for (const { id, delivery } of found) {
      const result = delivery === undefined ? 'unknown' : await replay(platform, enqueue, delivery);
      results.push({
        id,
        ...(delivery === undefined ? {} : { session: delivery.session }),
        result,
        ...(result === 'replayed' ? {} : { description: refusals[result] }),
      });
    }
    return { body: { results, ...(next === undefined ? {} : { next }) } };
  };
}

interface Chosen {
  readonly found: readonly { readonly id: string; readonly delivery: DeliveryDocument | undefined }[];
  /** Where the next call starts. */
  readonly next?: string;
}

/** The deliveries that a body names. */
async function deliveriesOf(own: ReturnType<typeof ofTenant>, { ids, dead }: DeliveryReplay): Promise<Chosen> {
  if ((ids === undefined) === (dead === undefined)) {
    throw new ProtocolError('invalid_request', 'Exactly one of ids and dead must be given', {
      reason: 'body_invalid',
      facts: { parameters: ['ids', 'dead'] },
    });
  }
  if (ids === undefined) return deadOnes(own, dead);
  return { found: await Promise.all(ids.map(async (id) => ({ id, delivery: await own.get(deliveries, id) }))) };
}

/** Oldest first, so that a session's events are sent in order. */
async function deadOnes(own: ReturnType<typeof ofTenant>, dead: DeliveryReplay['dead'] = {}): Promise<Chosen> {
  const { from, until, target, after } = dead;
  const [first, below] = [readTime('from', from, 'body_invalid'), readTime('until', until, 'body_invalid')];
  const { documents, next } = await own.find(deliveries, {
    index: 'phase',
    equal: ['dead'],
    limit: MAX_REPLAYED,
    ...(first === undefined ? {} : { from: first }),
    ...(below === undefined ? {} : { below }),
    ...(after === undefined ? {} : { after }),
  });
  return {
    found: documents
      .filter((one) => isConsistent(one) && (target ?? one.target) === one.target)
      .map((delivery) => ({ id: delivery.id, delivery })),
    ...(next === undefined ? {} : { next }),
  };
}

/** Writes the mark first, so that the purge keeps the session. After a crash the sweep creates the delivery. */
async function replay(
  { store, clock, settings }: DispatcherPlatform,
  enqueue: Enqueue,
  delivery: DeliveryDocument,
): Promise<ReplayResult> {
  if (delivery.webhook === 'claims') return 'claims';
  const own = ofTenant(store, delivery.tenant);
  const now = clock();
  const marked = await own.takeTransition(sessions, delivery.session, (session) =>
    markReplay(session, delivery, { now, settings }),
  );
  if (marked?.result === 'erased') return 'erased';
  if (marked === undefined || marked.result === 'session_over') return 'session_over';
  const replayed = await own.takeTransition(deliveries, delivery.id, (present) => replayDelivery(present, now));
  if (replayed === undefined) return 'unknown';
  if (replayed.result === 'leased') return 'under_way';
  enqueue(replayed.document);
  return 'replayed';
}

function noSuchDelivery(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such delivery', { reason: 'delivery_unknown' });
}
