/**
 * The request of a button (`<countersign-button>`). Its page has an address for this one request, valid while the
 * request lives. There the page gets the links to a wallet and the state, and posts the response of a wallet in its
 * browser. Only the backend receives the presented claims.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Reported, ReportingOperation, Reports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { signerNotes } from '@countersign/shared/keys/signer-note';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import { sessionWithPart } from '@countersign/shared/model/session/session-change';
import { linkMethod, requestLink } from '@countersign/shared/openid4vp/request-link';
import type { Platform } from '@countersign/shared/runtime/service';
import { readPageAnswer } from '../request/dc-api-protocols.ts';
import { requestKey } from '../request/request-key.ts';
import { requestProfile } from '../request/request-profile.ts';
import { openRequest, type SealedRequest } from '../request/sealed-request.ts';
import { answerChecks } from '../response/checks.ts';
import { answerRequest, hashOfAnswer, type ResponseDependencies } from '../response/response.ts';
import { refusing } from '../session/presentation-session.ts';
import { isOpen, type PresentationSession } from '../session/presentation-state.ts';
import { qrPath } from './button-qr.ts';
import { buttonState, GONE } from './button-state.ts';
import { type PageForm, pageEntries, pageForm } from './page-form.ts';

interface Opened {
  readonly session: PresentationSession;
  readonly request: SealedRequest;
  readonly form: PageForm;
}

const UNCACHED = { 'cache-control': 'no-store' } as const;

/** Parameter `reference` -> the state. A deleted request has expired. */
export function followButton(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const opened = await openedButton(platform, { request, reports });
    const state = opened === undefined ? GONE : buttonState(opened.session, platform.clock());
    return { body: { ...state }, headers: UNCACHED };
  };
}

/**
 * Parameter `reference` -> `{secondsLeft, link?, qr?, requests?}`: how to reach a wallet. With the query `digital=true`
 * also the entries for the Digital Credentials API, which a browser without it doesn't need. It changes nothing.
 * @throws ProtocolError `gone` if a response arrived or the request has ended
 */
export function buttonRequest(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const opened = await openedButton(platform, { request, reports });
    const now = platform.clock();
    if (opened === undefined || !isOpen(opened.session.presentation)) throw gone();
    const { state, secondsLeft } = buttonState(opened.session, now);
    if (state !== 'waiting' || secondsLeft === undefined) throw gone();
    const requests =
      request.query.digital === 'true' ? { requests: await digitalEntries(platform, opened, { now, reports }) } : {};
    return { body: { secondsLeft, ...ways(platform, opened), ...requests }, headers: UNCACHED };
  };
}

/**
 * Parameter `reference`, body `{protocol, data}` from the browser -> `{}`. The page sees the result in the state.
 * @throws ProtocolError `gone`; as the response endpoint for a refused response
 */
export function buttonAnswer(dependencies: ResponseDependencies): ReportingOperation {
  return (request, reports) =>
    refusing(async () => {
      const opened = await openedButton(dependencies.platform, { request, reports });
      if (opened === undefined) throw gone();
      const { session, form } = opened;
      const { protocol, data } = answerChecks.runNow('page', { request, reports }).answer;
      await answerRequest(dependencies, {
        session,
        presentationRequest: form,
        answerHash: hashOf(`${protocol} ${hashOfAnswer(data)}`),
        read: (asked) => {
          answerChecks.runNow('protocol', { protocol, protocols: form.dcApi.protocols, reports });
          return readPageAnswer(protocol, data, asked);
        },
        request,
        reports,
      });
      return { body: {}, headers: UNCACHED };
    });
}

/**
 * The request for the address; undefined if it was deleted.
 * @throws ProtocolError `forbidden` for a page with a different origin, `not_found` for an unknown address
 */
async function openedButton(platform: Platform, asked: Reported): Promise<Opened | undefined> {
  const { headers, method, params } = asked.request;
  const found = await sessionWithPart(platform, 'presentation', asked, params.reference);
  if (found === undefined) return undefined;
  const { session, hash } = found;
  const { buttonHash, sealedRequest } = session.presentation;
  const vault = await platform.vaults.of(session.tenant);
  const request = openRequest(vault, session.id, sealedRequest);
  const form = pageForm(request);
  if (buttonHash === undefined || !sameHash(buttonHash, hash) || form === undefined) throw unknown();
  checkOrigin(headers.origin, method, form);
  return { session, request, form };
}

/** Scripts can't set the header. Browsers send it with each call across origins, and with every method that may change something. */
function checkOrigin(origin: string | undefined, method: string, { dcApi: { origins } }: PageForm): void {
  if (origin === undefined ? method === 'GET' : origins.includes(origin)) return;
  throw new ProtocolError('forbidden', 'The call comes from a page of another origin', {
    reason: 'button_origin',
    facts: { expected: origins[0] ?? '' },
  });
}

/** A link only with a way back to the browser, a code only for another device. */
function ways({ settings, requirementsOf }: Platform, { session, request }: Opened): JsonObject {
  const { clientId, redirectUri, otherDevice } = request;
  const method = linkMethod(requirementsOf(session.tenant).profile);
  const linkTo = ({ link, requestUri }: Pick<SealedRequest, 'link' | 'requestUri'>): string | undefined =>
    requestUri === undefined ? link : requestLink({ scheme: settings.REQUEST_SCHEME, clientId, requestUri, ...method });
  const link = redirectUri === undefined ? undefined : linkTo(request);
  const elsewhere = otherDevice ?? (redirectUri === undefined ? request : undefined);
  const code = elsewhere && linkTo(elsewhere);
  return {
    ...(link === undefined ? {} : { link }),
    ...(code === undefined ? {} : { qr: { ...qrPath(code) } }),
  };
}

async function digitalEntries(
  platform: Platform,
  { session, request, form }: Opened,
  { now, reports }: { readonly now: number; readonly reports: Reports },
): Promise<Json> {
  const { signed } = requestProfile(request.profile);
  const key = signed ? await requestKey(platform, session.tenant, form) : undefined;
  if (signed && key === undefined) throw gone();
  if (key !== undefined) reports.notes.push(...signerNotes('request_signed', key, request.keySet));
  const { nonce } = session.presentation;
  const { expiresAt } = requestLife(session);
  const { registration: rules } = platform.requirementsOf(session.tenant);
  return (await pageEntries({ form, nonce, key, now, expiresAt, rules })) as unknown as Json;
}

function gone(): ProtocolError {
  return new ProtocolError('gone', 'The presentation request has ended', { reason: 'request_ended' });
}

function unknown(): ProtocolError {
  return new ProtocolError('not_found', 'No button has this address', { reason: 'button_unknown' });
}
