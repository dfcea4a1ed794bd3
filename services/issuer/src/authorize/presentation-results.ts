/** Events that others have for an issuance. Both handlers act on the document: the event is only a bell. */
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { EventHandler } from '@countersign/shared/bus/port';
import { sessions } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { settleClaims } from '../claims/settle-claims.ts';
import type { Configurations } from '../metadata/configurations.ts';
import { changeIssuance, type IssuanceSession } from '../session/issuance-session.ts';
import { endOfRejected } from './rejected-presentation.ts';

/** Handles `presentation-results`: the rejected presentation of the present attempt ends the issuance. */
export function presentationResults(platform: Platform): EventHandler {
  return async (event) => {
    const session = await issuanceOf(platform, event);
    if (session === undefined) return;
    await changeIssuance(
      platform,
      session,
      (part, document) => endOfRejected(platform, document) ?? { issuance: part },
    );
  };
}

/** Handles `webhook-results`: checks the claims that have arrived, or ends the issuance that gets none. */
export function webhookResults(platform: Platform, configurations: Configurations): EventHandler {
  return async (event) => {
    const session = await issuanceOf(platform, event);
    if (session !== undefined) await settleClaims({ platform, configurations }, session);
  };
}

async function issuanceOf({ store }: Platform, { subject, data }: BusEvent): Promise<IssuanceSession | undefined> {
  const session = await ofTenant(store, data.tenant).get(sessions, subject);
  return session?.issuance === undefined ? undefined : { ...session, issuance: session.issuance };
}
