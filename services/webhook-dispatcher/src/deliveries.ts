/** The deliveries of a session, as the backend reads them. */

import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/deliveries';
import { sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from './dispatcher-platform.ts';
import { attemptText, reasonText } from './protocol/attempt-text.ts';

/** A session has few deliveries; replays add none. */
const MAX_DELIVERIES = 1000;

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
    return { body: found.documents.map(view) };
  };
}

function view(delivery: DeliveryDocument): JsonObject {
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
    attempts: attempts.map(({ at, ...rest }) => ({
      at: isoTime(at),
      ...rest,
      ...described(rest.error === undefined ? undefined : attemptText(rest.error, rest.status)),
    })),
  };
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
