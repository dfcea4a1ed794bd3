/** GET authorize/follow/{reference}: progress of the presentation, followed by the authorization page. */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { WaitingBrowser } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { changeIssuance, type FoundSession, findSession } from '../session/issuance-session.ts';
import { type Following, type FollowResult, followPresentation, type Refusal } from './browser-transitions.ts';

export interface Followed {
  readonly state: Following['state'];
  /** With `refused`, and with `waiting` if the wallet's last response was not accepted. */
  readonly reason?: Refusal;
  /**
   * With `continue`: the redirect URI with code, state and iss. With a reason and with `expired`: the redirect URI
   * with `error=access_denied` (RFC 6749, 4.1.2.1), for the waiting browser.
   */
  readonly redirect?: string;
}

/** Answers `{state, reason?, redirect?}`. */
export function followAuthorization(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const found = await findSession(platform, { request, reports }, request.params.reference);
    const followed: Followed = found === undefined ? { state: 'expired' } : await followSession(platform, found);
    return { body: { ...followed }, headers: { 'cache-control': 'no-store' } };
  };
}

/**
 * Progress of the presentation. `continue` follows only a verified presentation of this attempt; later requests return
 * the same code until it is redeemed, so that a second request does not invalidate the first.
 * @param found the session, and the hash of the reference that the browser follows
 */
export async function followSession(platform: Platform, { session, hash }: FoundSession): Promise<Followed> {
  const vault = await platform.vaults.of(session.tenant);
  const key = vault.derive('browser-code');
  // The secret of the code is derived from the reference that only this browser has.
  const code = newReference(session.handle, () => hmacSha256(key, `${session.id}.${hash}`));
  const { settings, clock } = platform;
  const { codeTtl } = platform.requirementsOf(session.tenant);
  const changed = await changeIssuance(platform, session, (present) => {
    const now = clock();
    const codeExpiresAt = now + codeTtl * 1000;
    return followPresentation(present, { referenceHash: hash, now, codeHash: code.hash, codeExpiresAt });
  });
  const iss = credentialIssuer(settings.PUBLIC_URL, session.tenant);
  return followedOf(changed?.result ?? GONE, code.text, iss);
}

/** The result for a session that no longer exists. */
const GONE: FollowResult = { following: { state: 'expired' }, browser: undefined };

function followedOf({ following, browser }: FollowResult, code: string, iss: string): Followed {
  switch (following.state) {
    case 'waiting': {
      const { reason } = following;
      return reason === undefined
        ? { state: 'waiting' }
        : { state: 'waiting', reason, ...denied(browser, iss, descriptions[reason]) };
    }
    case 'continue': {
      const { redirectUri, state } = following.request;
      return { state: 'continue', redirect: withParameters(redirectUri, { code, state, iss }) };
    }
    case 'expired':
      return { state: 'expired', ...denied(browser, iss, 'The presentation did not arrive in time') };
    case 'refused': {
      const { reason } = following;
      return { state: 'refused', reason, ...denied(browser, iss, descriptions[reason]) };
    }
  }
}

const descriptions: Readonly<Record<Refusal, string>> = {
  declined: 'The user declined the presentation',
  not_accepted: 'The presentation could not be accepted',
  issuer: 'The claims of the credential could not be provided',
};

function denied(browser: WaitingBrowser | undefined, iss: string, description: string): Pick<Followed, 'redirect'> {
  if (browser === undefined) return {};
  const { redirectUri, state } = browser;
  const parameters = { error: 'access_denied', error_description: description, state, iss };
  return { redirect: withParameters(redirectUri, parameters) };
}
