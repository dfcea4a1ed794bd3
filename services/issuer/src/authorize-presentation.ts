/**
 * GET authorize where a presentation is needed: a page with the request as QR code and as link, for wallets that know no
 * challenge. What the browser follows is a reference of its own.
 */
import { ProtocolError } from '@countersign/shared/errors';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import QRCode from 'qrcode';
import { changeIssuance, type Found } from './issuance-session.ts';
import type { IssuerDisplay } from './metadata.ts';
import { type NewAttempt, newPresentationAttempt } from './presentation-attempt.ts';
import { languageOf } from './protocol/accept-language.ts';
import { authorizationPage, authorizationPageHeaders } from './protocol/authorization-page.ts';
import { authorizeAfterPresentation } from './protocol/issuance-state.ts';
import type { RequiredPresentation } from './protocol/required-presentation.ts';

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
  const made = await newPresentationAttempt(platform, session, required, 'browser');
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

async function page(
  { settings, clock }: Platform,
  display: IssuerDisplay,
  request: OperationRequest,
  { link, reference, attempt }: NewAttempt,
): Promise<OperationReply> {
  const issuer = credentialIssuer(settings.PUBLIC_URL, request.tenant);
  const language = languageOf(request.headers['accept-language']);
  const shown = display(request.tenant, issuer).display;
  const { name } = shown.find(({ locale }) => String(locale).startsWith(language)) ?? shown[0] ?? {};
  const { html } = authorizationPage({
    requestUri: link,
    qr: await QRCode.toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }),
    follow: `${new URL(issuer).pathname.replace(/\/$/, '')}/authorize/follow/${reference}`,
    language,
    secondsLeft: Math.max(0, Math.floor((attempt.expiresAt - clock()) / 1000)),
    issuerName: typeof name === 'string' ? name : new URL(issuer).host,
  });
  return {
    status: 200,
    raw: html,
    contentType: 'text/html; charset=utf-8',
    headers: authorizationPageHeaders,
  };
}
