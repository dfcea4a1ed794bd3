/**
 * GET authorize where a presentation is needed: a page with the request as QR code and as link, for wallets that know no
 * challenge. What the browser follows is a reference of its own.
 */
import { createHmac } from 'node:crypto';
import { type NewReference, newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/errors';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { attemptOf } from '@countersign/shared/store/issuance-attempt';
import QRCode from 'qrcode';
import { followSession } from './authorize-follow.ts';
import { changeIssuance, type Found, type IssuanceSession } from './issuance-session.ts';
import type { IssuerDisplay } from './metadata.ts';
import { linkOfAttempt, type NewAttempt, newPresentationAttempt } from './presentation-attempt.ts';
import { type Language, languageOf } from './protocol/accept-language.ts';
import { authorizationPage, authorizationPageHeaders, endedAuthorizationPage } from './protocol/authorization-page.ts';
import { authorizeAfterPresentation } from './protocol/issuance-state.ts';
import type { RequiredPresentation } from './protocol/required-presentation.ts';

const CONTENT_TYPE = 'text/html; charset=utf-8';

export interface PresentationPage {
  readonly platform: Platform;
  readonly display: IssuerDisplay;
}

/**
 * Spends the request_uri for an attempt and answers the page.
 * @throws ProtocolError `invalid_request_uri`, `invalid_request`
 */
export async function presentInBrowser(
  { platform, display }: PresentationPage,
  request: OperationRequest,
  { session, hash }: Found,
  clientId: string,
  required: RequiredPresentation,
): Promise<OperationReply> {
  const reference = await browserReference(platform, session, hash);
  const made = await newPresentationAttempt(platform, session, required, reference);
  const input = { requestUriHash: hash, clientId, now: platform.clock() };
  const stored = await changeIssuance(platform, session, (part) => ({
    issuance: { ...part, progress: authorizeAfterPresentation(part, input, made.attempt) },
    events: [made.event],
    claims: made.claims,
    claimsWebhook: made.claimsWebhook,
  }));
  if (stored === undefined) {
    throw new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired');
  }
  return page(platform, display, request, made);
}

/**
 * The same request_uri once more: a page that is loaded again, by hand or because it has no script. While the attempt that
 * it opened waits, it shows the same page; once the presentation is verified it goes on.
 * @returns undefined where the request_uri opened no attempt that is still there
 */
export async function presentInBrowserAgain(
  { platform, display }: PresentationPage,
  request: OperationRequest,
  { session, hash }: Found,
  clientId: string,
): Promise<OperationReply | undefined> {
  const { issuance } = session;
  const attempt = attemptOf(issuance);
  if (attempt?.channel !== 'browser' || !('request' in issuance.progress)) return undefined;
  const reference = await browserReference(platform, session, hash);
  if (!sameHash(attempt.sessionHash, reference.hash) || issuance.progress.request.clientId !== clientId) {
    return undefined;
  }
  const { state, redirect } = await followSession(platform, { session, hash: reference.hash });
  if (redirect !== undefined) return { status: 302, headers: { location: redirect, 'cache-control': 'no-store' } };
  if (state === 'expired' || state === 'refused') return endedPage(platform, display, request, reference, state);
  return page(platform, display, request, {
    attempt,
    reference: reference.text,
    link: await linkOfAttempt(platform, session, attempt),
  });
}

/** A function of the request_uri, which only this browser and its wallet have: loaded again, the page is the same one. */
async function browserReference(
  { vaults }: Platform,
  { id, tenant, handle }: IssuanceSession,
  requestUriHash: string,
): Promise<NewReference> {
  const key = (await vaults.of(tenant)).derive('browser-follow');
  return newReference(handle, () => createHmac('sha256', key).update(`${id}.${requestUriHash}`).digest());
}

/** What a page has of where it stands. */
function surroundings(
  { settings }: Platform,
  display: IssuerDisplay,
  { tenant, headers }: OperationRequest,
  reference: string,
): { readonly follow: string; readonly language: Language; readonly issuerName: string } {
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  const language = languageOf(headers['accept-language']);
  const shown = display(tenant, issuer).display;
  const { name } = shown.find(({ locale }) => String(locale).startsWith(language)) ?? shown[0] ?? {};
  return {
    follow: `${new URL(issuer).pathname.replace(/\/$/, '')}/authorize/follow/${reference}`,
    language,
    issuerName: typeof name === 'string' ? name : new URL(issuer).host,
  };
}

function endedPage(
  platform: Platform,
  display: IssuerDisplay,
  request: OperationRequest,
  { text }: NewReference,
  state: 'expired' | 'refused',
): OperationReply {
  const { html } = endedAuthorizationPage({ ...surroundings(platform, display, request, text), state });
  return { status: 400, raw: html, contentType: CONTENT_TYPE, headers: authorizationPageHeaders };
}

async function page(
  platform: Platform,
  display: IssuerDisplay,
  request: OperationRequest,
  { link, reference, attempt }: Pick<NewAttempt, 'link' | 'reference' | 'attempt'>,
): Promise<OperationReply> {
  const { html } = authorizationPage({
    ...surroundings(platform, display, request, reference),
    requestUri: link,
    qr: await QRCode.toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }),
    secondsLeft: Math.max(0, Math.floor((attempt.expiresAt - platform.clock()) / 1000)),
  });
  return { status: 200, raw: html, contentType: CONTENT_TYPE, headers: authorizationPageHeaders };
}
