/** Webhooks of a dry run that the backend did not take. */
import { onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import type { Flow } from './flow.ts';
import type { Warning } from './warning.ts';

/** By the deliveries of the session, before it is erased; none where the run calls no webhooks. */
export async function webhookFailures({ platform, request, run }: Flow): Promise<readonly Warning[]> {
  const { session, webhooks } = run.dryRun;
  if (session === undefined || webhooks !== true) return [];
  const asked = onBehalfOf(request, { method: 'GET', tenant: request.tenant, params: { sessionId: session } });
  const { body } = await platform.call('dispatcher.deliveries', asked);
  return failures(body);
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
