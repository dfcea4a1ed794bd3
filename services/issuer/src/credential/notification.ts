/** POST notification (OpenID4VCI 1.0, 11): what became of the credentials of an answer. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { NotificationRecord, SessionDocument } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { resourceChecks } from '../checks/resource-checks.ts';
import type { Dpop } from '../client/dpop.ts';
import { recordNotification } from '../protocol/issuance-credentials.ts';
import { changeIssuance, issuanceEvent } from '../session/issuance-session.ts';

/** Whatever a wallet writes there, it may tell of the person. */
async function sealedDescription(
  { vaults }: Platform,
  { id, tenant }: SessionDocument,
  text: string | undefined,
): Promise<Pick<NotificationRecord, 'sealedDescription'>> {
  if (text === undefined) return {};
  return { sealedDescription: (await vaults.of(tenant)).seal(text, `session/${id}/notification`) };
}

/** Records the notification; a repeat succeeds and changes nothing. */
export function notificationEndpoint(platform: Platform, dpop: Dpop): Operation {
  return async (request) => {
    const { session, notification } = await resourceChecks.run('notification', { platform, dpop, request });
    const { notificationId, event, description } = notification;
    const record = {
      notificationId,
      event,
      at: platform.clock(),
      ...(await sealedDescription(platform, session, description)),
    };
    const stored = await changeIssuance(platform, session, (part) => {
      const issuance = recordNotification(part, record);
      const completed = part.progress.state !== 'completed' && issuance.progress.state === 'completed';
      return { issuance, events: completed ? [issuanceEvent(platform, session, 'issuance.completed.v1')] : [] };
    });
    if (stored === undefined)
      throw new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired');
    return {};
  };
}
