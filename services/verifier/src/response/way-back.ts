/**
 * Where the user returns if the webhook's response may choose it: the wallet's reply waits a moment for that response.
 * Once decided it stays, so that a repeated response gets the same reply.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { chosenByWebhook, redirectContext, withOwnRedirect } from '@countersign/shared/model/session/way-back';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { isReturnAddress, leadsTo } from '../request/return-address.ts';
import type { SealedRequest } from '../request/sealed-request.ts';
import { changePresentation } from '../session/change-presentation.ts';
import { type PresentationSession, unannounced } from '../session/presentation-state.ts';

/** Milliseconds after the verification, for which a wallet waits at most. */
export const REDIRECT_WAIT = 3000;

/** Milliseconds between two reads of the session. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 400;

/** Whether the reply depends on the webhook's response. */
export function waitsForRedirect(session: PresentationSession): boolean {
  return chosenByWebhook(session) !== undefined;
}

/** @returns what the webhook chose, if it is allowed and came in time, otherwise the request's redirect URI */
export async function wayBack(
  platform: Platform,
  session: PresentationSession,
  { redirectUri: own = '', redirectOrigins = [] }: Pick<SealedRequest, 'redirectUri' | 'redirectOrigins'>,
): Promise<string> {
  const sealed = chosenByWebhook(await decidedSession(platform, session))?.redirect?.sealed;
  if (sealed === undefined) return own;
  const vault = await platform.vaults.of(session.tenant);
  const chosen = vault.open(sealed, redirectContext(session.id));
  if (isAllowed(chosen, redirectOrigins) && leadsTo(chosen, platform.settings.REDIRECT_ALLOW)) return chosen;
  platform.log.warn("A webhook's redirect URI was not used", {
    session: session.id,
    tenant: session.tenant,
    configuration: session.presentation.configurationId,
  });
  return own;
}

/** Pure. An app's scheme has no origin. */
export function isAllowed(uri: string, origins: readonly string[]): boolean {
  return isReturnAddress(uri) && origins.includes(new URL(uri).origin);
}

/** The session once the webhook has responded or failed; after the wait, this decides. */
async function decidedSession(platform: Platform, session: PresentationSession): Promise<SessionDocument> {
  const own = ofTenant(platform.store, session.tenant);
  let present: SessionDocument = session;
  for (let next = FIRST_PAUSE; isUndecided(present); next = Math.min(next * 2, LONGEST_PAUSE)) {
    if (platform.clock() >= waitsUntil(present)) return withoutWaiting(platform, session);
    await pause(next);
    present = (await own.get(sessions, session.id)) ?? { ...present, pendingDeliveries: [] };
  }
  return present;
}

/** Whether the webhook may still choose: its delivery has not ended. */
function isUndecided(session: SessionDocument): boolean {
  const code = chosenByWebhook(session);
  if (code === undefined || code.redirect !== undefined) return false;
  const request = session.presentation?.requestHash;
  return session.pendingDeliveries.some(
    ({ type, data }) => type === 'presentation.verified.v1' && data.request === request,
  );
}

function waitsUntil({ presentation }: SessionDocument): number {
  return presentation?.progress.state === 'verified' ? presentation.progress.verifiedAt + REDIRECT_WAIT : 0;
}

async function withoutWaiting(platform: Platform, session: PresentationSession): Promise<SessionDocument> {
  const taken = await changePresentation(platform, session, (present) =>
    unannounced(withOwnRedirect(present), undefined),
  );
  return taken?.session ?? session;
}
