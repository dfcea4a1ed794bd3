/** Webhooks of a dry run that the backend did not accept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Warning } from '../warnings/warning.ts';
import type { Flow } from './flow.ts';

/** From the session's deliveries, before it is erased; none if the run calls no webhooks. */
export async function webhookFailures({ platform, request, run }: Flow): Promise<readonly Warning[]> {
  const { session, webhooks } = run.carries.dryRun;
  if (session === undefined || webhooks !== true) return [];
  const asked = onBehalfOf(request, { method: 'GET', tenant: request.tenant, params: { sessionId: session } });
  const { body } = await platform.call('dispatcher.deliveries', asked);
  return failures(body);
}

/** Milliseconds that a webhook of the outcome has, and between two looks. */
const SETTLED_WITHIN = 3000;
const LOOK_EVERY = 100;

/** Waits until each webhook of the session was attempted once, because the erasure at the end removes the others. */
export async function webhooksTried({ platform, request, run }: Flow): Promise<void> {
  const { session, webhooks } = run.carries.dryRun;
  if (session === undefined || webhooks !== true) return;
  const asked = onBehalfOf(request, { method: 'GET', tenant: request.tenant, params: { sessionId: session } });
  for (let waited = 0; waited < SETTLED_WITHIN; waited += LOOK_EVERY) {
    const present = await ofTenant(platform.store, request.tenant).get(sessions, session);
    const open = present?.pendingDeliveries.length ?? 0;
    if (open === 0) return;
    const { body } = await platform.call('dispatcher.deliveries', asked);
    if (tried(body) >= open) return;
    await sleep(LOOK_EVERY);
  }
}

/** Pure. Deliveries with an attempt that have not ended. */
export function tried(deliveries: Json | undefined): number {
  const listed = (Array.isArray(deliveries) ? deliveries : []).filter(isObject);
  return listed.filter(
    ({ attempts, endedAt }) => endedAt === undefined && Array.isArray(attempts) && attempts.length > 0,
  ).length;
}

/** Pure. @param deliveries as the management route lists them */
export function failures(deliveries: Json | undefined): readonly Warning[] {
  return (Array.isArray(deliveries) ? deliveries : []).filter(isObject).flatMap(({ type, attempts }): Warning[] => {
    const last = Array.isArray(attempts) ? attempts.at(-1) : undefined;
    if (!isObject(last) || last.error === undefined) return [];
    const detail = `The webhook ${String(type)} failed: ${String(last.description ?? last.error)}`;
    return [{ code: 'webhook_failed', detail }];
  });
}
