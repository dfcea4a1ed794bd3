/** `GET /search`: finds sessions by reference, session id or webhook delivery id. */
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { badParameter } from '../request/management-query.ts';
import { sessionStatus } from './session-view.ts';

/** Maximum number of sessions with one reference. The session list has all of them. */
const MOST = 20;
/** Maximum length of a reference. */
const LONGEST = 256;

type Found = 'session' | 'delivery' | 'reference';

export function search({ store, clock }: Pick<Platform, 'store' | 'clock'>): Operation {
  return async ({ tenant, query, role }) => {
    const own = ofTenant(store, tenant);
    const text = query.q ?? '';
    if (text === '' || text.length > LONGEST) throw badParameter('q', `1 to ${LONGEST} characters`);
    const [session, delivery, referenced] = await Promise.all([
      own.get(sessions, text),
      own.get(deliveries, text),
      own.find(sessions, { index: 'state', equal: [text], order: 'descending', limit: MOST }),
    ]);
    const delivered = delivery === undefined ? undefined : await own.get(sessions, delivery.session);
    const hit = (found: Found, one: SessionDocument): JsonObject => hitOf(found, one, { now: clock(), role });
    return {
      body: [
        ...(session === undefined ? [] : [hit('session', session)]),
        ...(delivered === undefined ? [] : [hit('delivery', delivered)]),
        ...referenced.documents
          .filter(({ dryRunUntil }) => dryRunUntil === undefined)
          .map((one) => hit('reference', one)),
      ],
    };
  };
}

/** A reference may identify a user, so viewers don't see it. */
function hitOf(
  found: Found,
  session: SessionDocument,
  { now, role }: { readonly now: number; readonly role: string | undefined },
): JsonObject {
  const { id, kind, configurations, createdAt, state } = session;
  return {
    found,
    session: id,
    status: sessionStatus(session, now),
    createdAt: isoTime(createdAt),
    ...(kind === undefined ? {} : { kind }),
    ...(configurations === undefined ? {} : { configurations }),
    ...(state === undefined || role === 'viewer' ? {} : { state }),
  };
}
