/** `status.update`: revokes or suspends the credentials of a session, or makes them valid again. */
import { STATUS } from '@countersign/shared/crypto/status-bits';
import type { Operation } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import type { StatusUpdate } from '@countersign/shared/messages/status-update';
import { type ChangeParts, changeEntries, revokedForGood } from './change-entries.ts';
import { followInRenewals } from './follow-in-renewals.ts';
import { entriesOfSession, entryViews, noSuchEntries } from './session-entries.ts';

/**
 * Body `{sessionId, credentialConfigurationId?, status}` -> `[{credentialConfigurationId, uri, idx, status}]`. Responds
 * once every list requested after the response can have the change. Revoked credentials can no longer be renewed with a
 * refresh token, suspended ones not before they are valid again. The session may be erased. Can be repeated.
 * @param renewals `continue`: newer credentials have replaced these
 * @throws ProtocolError `not_found` if the tenant has no such credentials; `conflict` if one of them can't have this
 *   status; then none is changed
 */
export function createUpdate(parts: ChangeParts, renewals: 'end' | 'continue' = 'end'): Operation<StatusUpdate> {
  const { platform } = parts;
  return async ({ tenant, body }) => {
    const { sessionId, credentialConfigurationId: configuration, status: value } = body;
    const isFinal = value !== STATUS.revoked && platform.requirementsOf(tenant).revocation === 'final';
    const views: Json[] = [];
    for await (const page of entriesOfSession(platform, tenant, sessionId)) {
      const chosen = configuration === undefined ? page : page.filter((entry) => entry.configuration === configuration);
      const final = isFinal ? chosen.find((entry) => entry.value === STATUS.revoked) : undefined;
      if (final !== undefined) throw revokedForGood(final);
      // Before the entries: once the change is acknowledged, no refresh renews an invalid credential.
      if (value !== STATUS.valid && renewals === 'end') await followInRenewals(platform, chosen, configuration, value);
      await changeEntries(parts, chosen, value);
      if (value === STATUS.valid) await followInRenewals(platform, chosen, configuration, value);
      views.push(...chosen.flatMap((entry) => entryViews(platform, { ...entry, value })));
    }
    if (views.length === 0) throw noSuchEntries();
    return { body: views };
  };
}
