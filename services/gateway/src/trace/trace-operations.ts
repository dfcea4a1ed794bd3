/** `GET /session/{id}/trace` and `GET /trace?unmatched=true`. */
import type { Operation } from '@countersign/shared/http/message';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { badParameter } from '../request/management-query.ts';
import { noSuch } from '../request/parameters.ts';
import { readTrace, readUnmatched, traceView } from './reader.ts';
import { UNMATCHED_FOR } from './trace-retention.ts';

type TracePlatform = Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock'>;

/** The trace of a session in the caller's tenant. */
export function sessionTrace(platform: TracePlatform): Operation {
  return async ({ tenant, params: { sessionId: session = '' } }) => {
    if ((await ofTenant(platform.store, tenant).get(sessions, session)) === undefined) throw noSuch('session');
    const found = await readTrace(platform, { tenant, session });
    return { body: traceView(found?.items ?? []) };
  };
}

/**
 * Requests that match no session. Only the platform's operator sees requests without a tenant: with the API key, or as
 * a client of AUTH_CLIENT_ID's tenant.
 */
export function unmatchedTrace(platform: TracePlatform): Operation {
  return async ({ tenant, query, client }) => {
    if (query.unmatched !== 'true') throw badParameter('unmatched', 'true');
    const operator = client === 'api-key' || tenant === platform.settings.AUTH_CLIENT_ID;
    const since = platform.clock() - UNMATCHED_FOR;
    return { body: await readUnmatched(platform, { tenant, platform: operator, since }) };
  };
}
