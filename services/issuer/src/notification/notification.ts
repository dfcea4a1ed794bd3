/** POST notification (OpenID4VCI 1.0, 11): the outcome of a response's credentials. */

import type { ReportingOperation } from '@countersign/shared/http/reports';
import type { NotificationRecord } from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { goneSession } from '../claims/claims-wait.ts';
import type { ResourceServer } from '../client/received.ts';
import { recordNotification } from '../credential/credential-transitions.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import { acceptActive } from '../session/one-active.ts';
import { notificationChecks } from './checks.ts';

/** A wallet's free text may contain personal data, so it is sealed. */
async function sealedDescription(
  { vaults }: Platform,
  { id, tenant }: SessionDocument,
  text: string | undefined,
): Promise<Pick<NotificationRecord, 'sealedDescription'>> {
  if (text === undefined) return {};
  return { sealedDescription: (await vaults.of(tenant)).seal(text, `session/${id}/notification`) };
}

/** Records the notification; a repeated one succeeds and changes nothing. */
export function notificationEndpoint(
  resource: Pick<ResourceServer, 'platform' | 'dpop' | 'external' | 'configurations'>,
): ReportingOperation {
  const { platform } = resource;
  return async (request, reports) => {
    const { requirementsOf } = platform;
    const begun = { ...resource, requirementsOf, request, reports };
    const { session, notification } = await notificationChecks.run('notification', begun);
    const { notificationId, event, description } = notification;
    const issued = session.issuance.credentials.find((one) => one.notificationId === notificationId);
    // Before the record: a crash between the two repeats the notification, and no acceptance is lost.
    if (event === 'credential_accepted' && issued?.oneActive === true) {
      await acceptActive(platform, session, issued.configurationId);
    }
    const record = {
      notificationId,
      event,
      at: platform.clock(),
      ...(await sealedDescription(platform, session, description)),
    };
    const changed = await changeIssuance(platform, session, (present) => recordNotification(present, record));
    if (changed === undefined) throw goneSession();
    return {};
  };
}
