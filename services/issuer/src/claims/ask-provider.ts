/** Asks the attribute provider of a configuration for claims, once per issuance: the dispatcher calls it like a claims webhook. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { callsWebhooks } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { grantOf } from '../session/grant.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { awaitProvider } from '../session/provider-transitions.ts';
import type { AttributeProviders } from './attribute-providers.ts';

/** Whether the configuration's provider has not been asked for this grant. A dry run asks only if it calls webhooks. */
export function isUnasked(
  session: IssuanceSession,
  { attributeProvider }: { readonly attributeProvider?: string },
): boolean {
  if (attributeProvider === undefined || !callsWebhooks(session)) return false;
  return grantOf(session.issuance.progress)?.requestId === undefined;
}

/** @returns the session that waits for the claims; undefined if there is no such provider, or if the session was removed */
export async function askProvider(
  platform: Platform,
  providers: AttributeProviders,
  session: IssuanceSession,
  id: string,
): Promise<IssuanceSession | undefined> {
  const { tenant } = session;
  const webhook = providers(tenant, id);
  if (webhook === undefined) {
    platform.log.error('A credential needs an attribute provider that cannot be used', {
      session: session.id,
      tenant,
      provider: id,
    });
    return undefined;
  }
  const vault = await platform.vaults.of(tenant);
  const requestId = newReference(session.handle, platform.random).hash;
  const sealedWebhook = vault.seal(JSON.stringify(webhook), `session/${session.id}/webhook/claims`);
  const until = platform.clock() + platform.settings.CLAIMS_DEADLINE * 1000;
  const changed = await changeIssuance(platform, session, (present) =>
    awaitProvider(present, { requestId, sealedWebhook, until }),
  );
  return changed?.session;
}
