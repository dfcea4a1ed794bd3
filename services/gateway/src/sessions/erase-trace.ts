/** Erases a session's trace. A mark replaces it, so that entries still in a buffer are dropped. */

import { traces } from '@countersign/shared/model/tenant/traces';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import { erasedTrace } from '../trace/trace-transitions.ts';

/** Called after the session is removed. May be repeated at any time. */
export async function eraseTrace(
  own: TenantStore,
  of: { readonly session: string; readonly tenant: string },
  now: number,
): Promise<void> {
  const mark = erasedTrace(of, now);
  for (;;) {
    const present = await own.get(traces, of.session);
    if (present?.trace.state === 'erased') return;
    const { rev } = present ?? {};
    const written = rev === undefined ? await own.insert(traces, mark) : await own.replace(traces, { ...mark, rev });
    if (written !== undefined) return;
  }
}
