/** The deliveries of a session or of a tenant, as the backend reads them. */

import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type DeliveryAttempt, type DeliveryDocument, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { isDeliveredOrDead } from '../delivery/delivery-state.ts';
import { attemptText, reasonText } from '../sending/attempt-text.ts';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { readTime } from './read-time.ts';

/** A session has few deliveries, and replays add no new ones. */
const MAX_DELIVERIES = 1000;
const PAGE = 100;
/** Deliveries that one call of a list reads, whatever its filters accept. */
const MAX_READ = 2000;

/** `GET session/{sessionId}/deliveries`: oldest first; also for an erased session, while its deliveries are kept. */
export function listDeliveries({ store }: Pick<DispatcherPlatform, 'store'>): Operation {
  return async ({ tenant, params }) => {
    const id = params.sessionId ?? '';
    const own = ofTenant(store, tenant);
    const session = await own.get(sessions, id);
    const found = await own.find(deliveries, { index: 'session', equal: [id], limit: MAX_DELIVERIES });
    if (session === undefined && found.documents.length === 0) {
      throw new ProtocolError('not_found', 'There is no such session', { reason: 'session_unknown' });
    }
    return { body: found.documents.map(deliveryView) };
  };
}

/**
 * `GET deliveries`: deliveries in one state, newest first, in pages. The header Link has the next page's cursor. With a
 * filter a page may have fewer deliveries than the limit, although more follow.
 */
export function listByState({ store }: Pick<DispatcherPlatform, 'store'>): Operation {
  return async ({ tenant, query, url }) => {
    const limit = query.limit === undefined ? PAGE : Number(query.limit);
    const [from, below] = [readTime('from', query.from), readTime('until', query.until)];
    const asked = {
      index: 'phase',
      equal: [query.state ?? 'waiting'],
      order: 'descending',
      ...(from === undefined ? {} : { from }),
      ...(below === undefined ? {} : { below }),
    } as const;
    const found: DeliveryDocument[] = [];
    let after = query.after;
    let read = 0;
    do {
      const rest = { limit: limit - found.length, ...(after === undefined ? {} : { after }) };
      const page = await ofTenant(store, tenant).find(deliveries, { ...asked, ...rest });
      found.push(...page.documents.filter((one) => isConsistent(one) && isWanted(one, query)));
      read += rest.limit;
      after = page.next;
    } while (after !== undefined && found.length < limit && read < MAX_READ);
    const body = found.map((delivery) => ({ session: delivery.session, ...deliveryView(delivery) }));
    if (after === undefined) return { body };
    const keep = ['state', 'from', 'until', 'type', 'search'] as const;
    return { body, headers: { link: nextLink({ url, query, keep, limit, after }) } };
  };
}

/** Whether the filters of a list accept a delivery: the event, and a part of an id, the event or the target. */
function isWanted({ id, session, type, target }: DeliveryDocument, query: OperationRequest['query']): boolean {
  if (query.type !== undefined && query.type !== type) return false;
  const { search } = query;
  return search === undefined || [id, session, type, target].some((text) => text.includes(search));
}

/** Replicas of an earlier version end a delivery without setting its phase. The list omits such deliveries. */
export function isConsistent({ state, phase }: DeliveryDocument): boolean {
  return phase === 'waiting' ? !isDeliveredOrDead({ state }) : phase === state;
}

export function deliveryView(delivery: DeliveryDocument): JsonObject {
  const { id, type, target, state, attempts, dueAt, reason, createdAt, endedAt } = delivery;
  return {
    id,
    type,
    target,
    state,
    createdAt: isoTime(createdAt),
    ...(state === 'due' && dueAt !== undefined ? { nextAttemptAt: isoTime(dueAt) } : {}),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    ...(reason === undefined ? {} : { reason, ...described(reasonText(reason)) }),
    attempts: attempts.map(attemptView),
  };
}

export function attemptView({ at, ...rest }: DeliveryAttempt): JsonObject {
  const text = rest.error === undefined ? undefined : attemptText(rest.error, rest.status);
  return { at: isoTime(at), ...rest, ...described(text) };
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
