/** `GET /session`, `GET /session/{id}` and `DELETE /session/{id}`. */

import type { Audit } from '@countersign/shared/audit/record';
import { STATUS } from '@countersign/shared/crypto/status-bits';
import type { Operation } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { Role } from '@countersign/shared/kernel/role';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { withoutRaw } from '@countersign/shared/model/session/presented-claims';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/model/session/sessions';
import { statusEntries } from '@countersign/shared/model/status/status-documents';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { matchingPage } from '../request/matching-page.ts';
import { readLimit } from '../request/page.ts';
import { noSuch } from '../request/parameters.ts';
import { eraseRenewalsOf, eraseSession } from './erase-session.ts';
import { PURGE } from './erasure-receipt.ts';
import { candidatesOf, FILTERS, matchesFilter, readFilter, type SessionFilter } from './session-filter.ts';
import { type SessionContents, sessionView } from './session-view.ts';
import { viewerView } from './viewer-view.ts';

/** Decrypts a sealed part of the session. */
type Open = (sealed: string, part: string) => Json;
type SessionsPlatform = Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'call'>;

const ENTRIES_OF_A_SESSION = 1000;

/**
 * One session of the caller's tenant. Another tenant's session is not found, like an unknown one. With `response_code`
 * it first redeems the single-use code of a same-device return.
 */
export function getSession(parts: SessionsPlatform): Operation {
  return async (request) => {
    const { tenant, params, query } = request;
    const redeemed =
      query.response_code === undefined
        ? undefined
        : // The code works once, so the call is never repeated.
          await parts.call('verifier.response-code.redeem', { ...request, method: 'POST' });
    const session = await ofTenant(parts.store, tenant).get(sessions, params.sessionId ?? '');
    if (session === undefined) throw noSuch('session');
    // Only this reply has what an intermediary passes on by code.
    const released = isObject(redeemed?.body) ? redeemed.body : {};
    const raw = redeemed === undefined ? 'withheld' : 'shown';
    return { body: { ...(await viewFor(request.role, session, parts, raw)), ...released } };
  };
}

/** Cancels a session of the caller's tenant. The service that writes its state decides. */
export function cancelSession({ store, call }: SessionsPlatform): Operation {
  return async (request) => {
    const session = await ofTenant(store, request.tenant).get(sessions, request.params.sessionId ?? '');
    if (session === undefined) throw noSuch('session');
    return call(session.kind === 'presentation' ? 'verifier.cancel' : 'issuer.cancel', request);
  };
}

/**
 * Erases a session of the caller's tenant immediately, without waiting for its webhooks, and with it the sessions that
 * its refresh token started. The session itself may have been purged.
 */
export function deleteSession(parts: SessionsPlatform, receiptLine?: Audit['line']): Operation {
  return async ({ tenant, params, client, id }) => {
    const erasure = { ...parts, ...(receiptLine && { receiptLine }) };
    const by = { client: client ?? '', request: id };
    const renewed = { tenant, session: params.sessionId ?? '' };
    const session = await ofTenant(parts.store, tenant).get(sessions, params.sessionId ?? '');
    if (session !== undefined) await eraseSession(erasure, session, by);
    else if (by.client === PURGE || !(await eraseRenewalsOf(erasure, renewed, by))) throw noSuch('session');
    return { body: {} };
  };
}

/** Newest first, in pages. The header Link has the next page's cursor. */
export function listSessions(parts: SessionsPlatform): Operation {
  return async ({ tenant, query, url, role }) => {
    const limit = readLimit(query.limit);
    const { documents, next } = await findPage(parts, { tenant, filter: readFilter(query), limit, after: query.after });
    const body = await Promise.all(documents.map((session) => viewFor(role, session, parts)));
    if (next === undefined) return { body };
    return { body, headers: { link: nextLink({ url, query, keep: FILTERS, limit, after: next }) } };
  };
}

interface Page {
  readonly tenant: string;
  readonly filter: SessionFilter;
  readonly limit: number;
  readonly after: string | undefined;
}

/**
 * A session expires by the clock, and a job stores that later. So the index returns candidates, and the view decides.
 * One index has all expired sessions by their end, stored as such or not. For other states only sessions that the job
 * has not stored as expired yet are skipped. If there are several filters, one chooses the index, and the others skip
 * candidates.
 */
function findPage({ store, clock }: SessionsPlatform, { tenant, filter, limit, after }: Page) {
  const own = ofTenant(store, tenant);
  return matchingPage({
    limit,
    after,
    find: (page) => {
      // After a cursor all ends are in the past, by any replica's clock.
      const end = page.after === undefined ? clock() + 1 : Number.MAX_SAFE_INTEGER;
      return own.find(sessions, { ...candidatesOf(filter, end), ...page });
    },
    matches: (session) => matchesFilter(session, filter, clock()),
  });
}

/** @param raw whether presentations themselves are shown: only the reply to a redeemed response code has them */
async function viewFor(
  role: Role | undefined,
  session: SessionDocument,
  parts: SessionsPlatform,
  raw: 'shown' | 'withheld' = 'withheld',
): Promise<JsonObject> {
  const whole = await view(session, parts, raw);
  return role === 'viewer' ? viewerView(whole) : whole;
}

async function view(session: SessionDocument, parts: SessionsPlatform, raw: 'shown' | 'withheld'): Promise<JsonObject> {
  const { issuance, presentation, webhooks, id } = session;
  const vault = await parts.vaults.of(session.tenant);
  const open: Open = (sealed, part) => parseJson(vault.open(sealed, `session/${id}/${part}`));
  return sessionView({
    session,
    ...(issuance === undefined
      ? {}
      : { offer: open(issuance.sealedOffer, 'offer'), request: offerRequest(issuance, open) }),
    ...(presentation === undefined ? {} : { presentationRequest: open(presentation.sealedRequest, 'presentation') }),
    ...presented(presentation, open, raw),
    ...(webhooks?.result === undefined ? {} : { resultWebhook: open(webhooks.result, 'webhook/result') }),
    describe: (sealed, part) => (sealed === undefined ? undefined : vault.open(sealed, `session/${id}/${part}`)),
    statusOf: await statusValues(session, parts),
    now: parts.clock(),
  });
}

/** The backend's request, with its claims while they are stored. */
function offerRequest({ sealedRequest, sealedClaims }: IssuancePart, open: Open): Json {
  const request = open(sealedRequest, 'request');
  if (sealedClaims === undefined || !isObject(request)) return request;
  return { ...request, claims: open(sealedClaims, 'offer-claims') };
}

function presented(
  presentation: PresentationPart | undefined,
  open: Open,
  raw: 'shown' | 'withheld',
): Pick<SessionContents, 'credentials' | 'credentialsErased'> {
  const progress = presentation?.progress;
  if (progress?.state !== 'verified') return {};
  if (progress.sealedCredentials === undefined) return { credentialsErased: true };
  // The staff of an intermediary may have any role here, and must not read them (ARF RPI_08).
  if (presentation?.eraseAfter !== undefined) return {};
  if (progress.responseCode?.redeemed === false) return {};
  const credentials = open(progress.sealedCredentials, 'credentials');
  return { credentials: raw === 'shown' ? credentials : withoutRaw(credentials) };
}

/** The status service has the values in its entries, one document per credential request. */
async function statusValues(
  session: SessionDocument,
  { store, settings }: SessionsPlatform,
): Promise<SessionContents['statusOf']> {
  if (session.issuance?.credentials.some(({ status }) => status !== undefined) !== true) return () => STATUS.valid;
  const query = { index: 'session', equal: [session.id], limit: ENTRIES_OF_A_SESSION };
  const found = await ofTenant(store, session.tenant).find(statusEntries, query);
  const values = new Map(
    found.documents.flatMap(({ tenant, list, indexes, value }) => {
      const uri = statusListUrl(settings.PUBLIC_URL, tenant, list);
      return indexes.map((idx) => [`${uri} ${idx}`, value] as const);
    }),
  );
  return ({ uri, idx }) => values.get(`${uri} ${idx}`) ?? STATUS.valid;
}
