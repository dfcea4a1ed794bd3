/** `status.update`: revokes the credentials of a session, or makes them valid again. */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { type ChangeParts, changeEntries } from './change-entries.ts';
import { endRenewals } from './end-renewals.ts';
import { entriesOfSession, entryViews, noSuchEntries } from './session-entries.ts';

interface StatusUpdate {
  readonly session: string;
  readonly configuration: string | undefined;
  readonly value: 0 | 1;
}

/**
 * Body `{sessionId, credentialConfigurationId?, status}` -> `[{credentialConfigurationId, uri, idx, status}]`. Answers once
 * every list that is requested after the answer can have the change. What is revoked is not renewed with a refresh token any
 * more. The session may be erased. May be repeated.
 * @param renewals `continue`: newer credentials have taken the place of these
 * @throws ProtocolError `invalid_request`; `not_found` where the tenant has no such credentials
 */
export function createUpdate(parts: ChangeParts, renewals: 'end' | 'continue' = 'end'): Operation {
  return async (request) => {
    const { session, configuration, value } = parseChange(bodyObject(request));
    const views: Json[] = [];
    for await (const page of entriesOfSession(parts.platform, request.tenant, session)) {
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

function parseChange(body: ReturnType<typeof bodyObject>): StatusUpdate {
  const { sessionId, credentialConfigurationId, status } = body;
  if (status !== 0 && status !== 1) throw invalidMember('status', 'status is 0 (valid) or 1 (revoked)');
  if (typeof sessionId !== 'string' || sessionId === '') {
    throw invalidMember('sessionId', 'sessionId is a text');
  }
  if (credentialConfigurationId !== undefined && typeof credentialConfigurationId !== 'string') {
    throw invalidMember('credentialConfigurationId', 'credentialConfigurationId is a text');
  }
  return { session: sessionId, configuration: credentialConfigurationId, value: status };
}

function invalidMember(parameter: string, description: string): ProtocolError {
  return new ProtocolError('invalid_request', description, { reason: 'body_invalid', facts: { parameter } });
}
