/**
 * GET authorize if a presentation is required: a page with the request as a QR code and as a link, for wallets that do
 * not support the challenge endpoint. The browser follows its own reference.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { type NewReference, newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import { issuanceReason } from '@countersign/shared/model/session/session-errors';
import { PAGE_CONTENT_TYPE, type Page } from '@countersign/shared/pages/page';
import type { Platform } from '@countersign/shared/runtime/service';
import QRCode from 'qrcode';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import { authorizationPage, endedAuthorizationPage } from '../pages/authorization-page.ts';
import { authorizeAfterPresentation, unknownRequestUri } from '../session/authorization-transitions.ts';
import { waitingBrowser } from '../session/grant.ts';
import { changeIssuance, type FoundSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { type Followed, followSession } from './authorize-follow.ts';
import {
  describedIssuance,
  followPath,
  type PageSurroundings,
  pagePath,
  statedPurpose,
} from './authorize-page-contents.ts';
import type { Refusal } from './browser-transitions.ts';
import { linkOfAttempt, type NewAttempt, newPresentationAttempt } from './presentation-attempt.ts';

/** A request of a browser with the request_uri of an existing session. */
export interface Visit extends PageSurroundings {
  readonly request: OperationRequest;
  readonly clientId: string;
  readonly found: FoundSession;
}

/**
 * Uses the request_uri for an attempt and returns the page.
 * @throws ProtocolError `invalid_request_uri`, `invalid_request`
 */
export async function presentInBrowser(visit: Visit, required: RequiredPresentation): Promise<OperationReply> {
  const { platform, clientId, found } = visit;
  const { session, hash } = found;
  const reference = await browserReference(platform, session, hash);
  const made = await newPresentationAttempt(platform, session, required, reference);
  const uri = { requestUriHash: hash, clientId, now: platform.clock() };
  const changed = await changeIssuance(platform, session, (present) =>
    authorizeAfterPresentation(present, uri, made.begun),
  );
  if (changed === undefined) throw unknownRequestUri({ reason: 'request_uri_unknown' });
  const { reference: text, link, begun } = made;
  return waitingPage(visit, changed.session, { reference: text, link, attempt: begun.attempt });
}

/**
 * Handles a repeated request_uri, for example when the page reloads. While its attempt waits, it shows the same page.
 * After the verified presentation it redirects to the redirect URI. After the issuance has ended it shows the reason.
 * @returns undefined if the session has no attempt of this request_uri
 */
export async function presentInBrowserAgain(visit: Visit): Promise<OperationReply | undefined> {
  const { platform, request, clientId, found } = visit;
  const { session, hash } = found;
  const browser = waitingBrowser(session.issuance.progress);
  if (browser === undefined || browser.clientId !== clientId) return undefined;
  const reference = await browserReference(platform, session, hash);
  if (!sameHash(browser.referenceHash, reference.hash)) return undefined;
  const followed = await followSession(platform, { session, hash: reference.hash });
  const { state, reason, redirect } = followed;
  if (state === 'continue' && redirect !== undefined) {
    return { status: 302, headers: { location: redirect, 'cache-control': 'no-store' } };
  }
  const attempt = attemptOf(session.issuance);
  if (state === 'waiting' && attempt !== undefined) {
    const link = await linkOfAttempt(platform, session, attempt);
    return waitingPage(visit, session, { attempt, reference: reference.text, link });
  }
  const described = await describedIssuance(visit, request, session);
  const ended = state === 'refused' ? (`refused-${reason ?? 'not_accepted'}` as const) : 'expired';
  const page = endedAuthorizationPage({
    ...described,
    state: ended,
    ...(redirect === undefined ? {} : { back: redirect }),
  });
  return { ...reply(400, page), refusal: endOf(followed, session, platform.clock()) };
}

/** The refusal of an ended issuance, for the log and the backend. @param now milliseconds */
function endOf({ state, reason }: Followed, { issuance }: IssuanceSession, now: number): ProtocolError {
  const { progress } = issuance;
  if (state === 'refused') {
    const stored = progress.state === 'failed' ? issuanceReason(progress.reason) : undefined;
    const why = { reason: stored ?? REFUSALS[reason ?? 'not_accepted'] };
    return new ProtocolError('access_denied', 'The issuance was refused', why);
  }
  const attempt = attemptOf(issuance);
  const facts = attempt === undefined ? {} : expiredFact(attempt.expiresAt, now);
  const why = { reason: 'presentation_expired', facts } as const;
  return new ProtocolError('invalid_request_uri', 'The presentation request has expired', why);
}

const REFUSALS = {
  declined: 'user_denied',
  not_accepted: 'presentation_rejected',
  issuer: 'issuance_ended',
} as const satisfies Readonly<Record<Refusal, Reason>>;

/** Derived from the request_uri, which only this browser and its wallet have, so that a reload shows the same page. */
async function browserReference(
  { vaults }: Platform,
  { id, tenant, handle }: IssuanceSession,
  requestUriHash: string,
): Promise<NewReference> {
  const key = (await vaults.of(tenant)).derive('browser-follow');
  return newReference(handle, () => hmacSha256(key, `${id}.${requestUriHash}`));
}

async function waitingPage(
  { request, ...surroundings }: Pick<Visit, 'request'> & PageSurroundings,
  session: IssuanceSession,
  { link, reference, attempt }: Pick<NewAttempt, 'link' | 'reference'> & { readonly attempt: PresentationAttempt },
): Promise<OperationReply> {
  const { platform } = surroundings;
  const described = await describedIssuance(surroundings, request, session);
  const page = authorizationPage({
    ...described,
    stated: await statedPurpose(platform, request, attempt.configurationId, described.language),
    follow: followPath(platform, session.tenant, reference),
    wallet: pagePath(platform, session.tenant, `wallet/${reference}`),
    decline: pagePath(platform, session.tenant, `decline/${reference}`),
    requestUri: link,
    qr: await QRCode.toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }),
    secondsLeft: Math.max(0, Math.floor((attempt.expiresAt - platform.clock()) / 1000)),
  });
  return reply(200, page);
}

function reply(status: number, { html, headers }: Page): OperationReply {
  return { status, raw: html, contentType: PAGE_CONTENT_TYPE, headers };
}
