/** GET authorize/follow/{reference}: progress of the presentation, followed by the authorization page. */
import { createHmac } from 'node:crypto';
import { newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Operation } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import { attemptOf } from '@countersign/shared/model/issuance-attempt';
import type { IssuanceProgress, PresentationPart, WaitingBrowser } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { waitingBrowser } from '../protocol/issuance-state.ts';
import { presentationOf } from '../protocol/presentation-proven.ts';
import { changeIssuance, type Found, findSession, type IssuanceSession } from '../session/issuance-session.ts';
import { endOfRejected } from './rejected-presentation.ts';

/** Why an issuance ended without a credential: the person declined, the presentation did not fit, or the backend failed. */
export type Refusal = 'declined' | 'not_accepted' | 'issuer';

type Following =
  /** With a reason: the last answer of a wallet was none that counts, and the request is still open. */
  | { readonly state: 'waiting'; readonly reason?: Refusal }
  | { readonly state: 'expired' }
  | { readonly state: 'refused'; readonly reason: Refusal }
  | { readonly state: 'continue'; readonly progress: IssuanceProgress & { state: 'authorized' } };

export interface Followed {
  readonly state: Following['state'];
  /** With `refused`, and with `waiting` where the last answer of a wallet did not count. */
  readonly reason?: Refusal;
  /**
   * With `continue`: the redirect URI with code, state and iss. With a reason and with `expired`: the redirect URI
   * with `error=access_denied` (RFC 6749, 4.1.2.1), for the browser that has waited.
   */
  readonly redirect?: string;
}

/** Answers `{state, reason?, redirect?}`. */
export function followAuthorization(platform: Platform): Operation {
  return async (request) => {
    const found = await findSession(platform, request, request.params.reference);
    const followed: Followed = found === undefined ? { state: 'expired' } : await followSession(platform, found);
    return { body: { ...followed }, headers: { 'cache-control': 'no-store' } };
  };
}

/**
 * Progress of the presentation. `continue` comes after the verified presentation of this very attempt alone; asked again it
 * leads to the same code until that is redeemed, so that a page that asks twice doesn't spoil what it has.
 * @param found the session, and the hash of the reference that a browser follows
 */
export async function followSession(platform: Platform, { session, hash }: Found): Promise<Followed> {
  const vault = await platform.vaults.of(session.tenant);
  const key = vault.derive('browser-code');
  // The secret of the code is a function of the reference that only this browser has.
  const code = newReference(session.handle, () => createHmac('sha256', key).update(`${session.id}.${hash}`).digest());
  let following: Following = { state: 'expired' };
  let browser: WaitingBrowser | undefined;
  await changeIssuance(platform, session, (part, document) => {
    following = follow(platform, document, hash, code.hash);
    browser = waitingBrowser(part.progress);
    const end = following.state === 'refused' ? endOfRejected(platform, document) : undefined;
    if (end !== undefined) return end;
    return { issuance: following.state === 'continue' ? { ...part, progress: following.progress } : part };
  });
  const iss = credentialIssuer(platform.settings.PUBLIC_URL, session.tenant);
  return followedOf(following, { code: code.text, iss, browser: ofReference(browser, hash) });
}

function follow(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { issuance, presentation }: IssuanceSession,
  hash: string,
  codeHash: string,
): Following {
  const { progress } = issuance;
  if (progress.state === 'failed') return { state: 'refused', reason: reasonOf(progress.reason, presentation) };
  const attempt = attemptOf(issuance);
  const now = clock();
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') return { state: 'expired' };
  if (attempt?.channel !== 'browser' || !sameHash(attempt.sessionHash, hash) || now >= attempt.expiresAt) {
    return { state: 'expired' };
  }
  const presented = presentationOf(attempt, presentation);
  if (presented?.state === 'rejected') return { state: 'refused', reason: reasonOf(REJECTED, presentation) };
  if (presented?.state !== 'verified') return waitingAfter(presented);
  const { request } = progress;
  const expiresAt = now + settings.CODE_TTL * 1000;
  return { state: 'continue', progress: { state: 'authorized', request, attempt, codeHash, expiresAt } };
}

/** An error that came in clear, or a presentation that was not accepted, ends nothing: the wallet may answer again. */
function waitingAfter(presented: PresentationPart['progress'] | undefined): Following {
  const last = presented?.state === 'requested' ? presented.lastError : undefined;
  if (last === undefined) return { state: 'waiting' };
  return { state: 'waiting', reason: last === 'access_denied' ? 'declined' : 'not_accepted' };
}

/** Reason of an issuance that a rejected presentation ended (rejected-presentation.ts). */
const REJECTED = 'presentation_rejected';

/** @param failed reason of the failed issuance */
function reasonOf(failed: string, presentation: PresentationPart | undefined): Refusal {
  if (failed !== REJECTED) return 'issuer';
  const progress = presentation?.progress;
  // OpenID4VP 1.0, 8.5: the wallet reports the person's refusal as access_denied.
  return progress?.state === 'rejected' && progress.reason === 'access_denied' ? 'declined' : 'not_accepted';
}

/** Only the browser that holds the reference is led to the wallet. */
function ofReference(browser: WaitingBrowser | undefined, hash: string): WaitingBrowser | undefined {
  return browser !== undefined && sameHash(browser.referenceHash, hash) ? browser : undefined;
}

function followedOf(
  following: Following,
  {
    code,
    iss,
    browser,
  }: { readonly code: string; readonly iss: string; readonly browser?: WaitingBrowser | undefined },
): Followed {
  switch (following.state) {
    case 'waiting': {
      const { reason } = following;
      return reason === undefined
        ? { state: 'waiting' }
        : { state: 'waiting', reason, ...denied(browser, iss, descriptions[reason]) };
    }
    case 'continue': {
      const { redirectUri, state } = following.progress.request;
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
  declined: 'The person declined the presentation',
  not_accepted: 'The presentation could not be accepted',
  issuer: 'The claims of the credential could not be provided',
};

function denied(browser: WaitingBrowser | undefined, iss: string, description: string): Pick<Followed, 'redirect'> {
  if (browser === undefined) return {};
  const { redirectUri, state } = browser;
  const parameters = { error: 'access_denied', error_description: description, state, iss };
  return { redirect: withParameters(redirectUri, parameters) };
}
