/** `status.update`: revokes the credentials of a session, or makes them valid again. */

import type { Operation } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import type { StatusUpdate } from '@countersign/shared/messages/status-update';
import { type ChangeParts, changeEntries } from './change-entries.ts';
import { endRenewals } from './end-renewals.ts';
import { entriesOfSession, entryViews, noSuchEntries } from './session-entries.ts';

/**
 * Body `{sessionId, credentialConfigurationId?, status}` -> `[{credentialConfigurationId, uri, idx, status}]`. Answers once
 * every list that is requested after the answer can have the change. What is revoked is not renewed with a refresh token any
 * more. The session may be erased. May be repeated.
 * @param renewals `continue`: newer credentials have taken the place of these
 * @throws ProtocolError `not_found` where the tenant has no such credentials
 */
export function createUpdate(parts: ChangeParts, renewals: 'end' | 'continue' = 'end'): Operation<StatusUpdate> {
  return async ({ tenant, body }) => {
    const { sessionId, credentialConfigurationId: configuration, status: value } = body;
    const views: Json[] = [];
    for await (const page of entriesOfSession(parts.platform, tenant, sessionId)) {
      const chosen = page.filter((entry) => configuration === undefined || entry.configuration === configuration);
      // Before the entries: once the change is acknowledged, no refresh renews what was revoked.
      if (value === 1 && renewals === 'end') await endRenewals(parts.platform, chosen, configuration);
      await changeEntries(parts, chosen, value);
      views.push(...chosen.flatMap((entry) => entryViews(parts.platform, { ...entry, value })));
    }
    if (views.length === 0) throw noSuchEntries();
    return { body: views };
  };
}
