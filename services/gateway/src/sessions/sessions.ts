/** `GET /session`, `GET /session/{id}` and `DELETE /session/{id}`. */

import type { Audit } from '@countersign/shared/audit/record';
import type { Operation } from '@countersign/shared/http/message';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { IssuancePart, IssuedCredential } from '@countersign/shared/model/issuance/issuance-part';
import type { PresentationProgress } from '@countersign/shared/model/presentation/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/sessions';
import { sessions } from '@countersign/shared/model/sessions';
import { statusEntries } from '@countersign/shared/model/status-documents';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { FindQuery } from '@countersign/shared/store/port';
import { nextLink, readLimit } from '../request/page.ts';
import { noSuch } from '../request/parameters.ts';
import { eraseSession } from './erase-session.ts';
import { type SessionContents, sessionStatus, sessionView } from './session-view.ts';

/** Opens a sealed part of the session. */
type Open = (sealed: string, part: string) => Json;
type Parts = Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'call'>;

/** Pages of the store that one request may look through for a filter. */
const MOST_PAGES = 20;
const ENTRIES_OF_A_SESSION = 1000;

/**
 * One session of the caller's tenant; another tenant's is not found, like one that doesn't exist. With `response_code`
 * the code of a same-device return is redeemed first: once.
 */
export function getSession(parts: Parts): Operation {
  return async (request) => {
    const { tenant, params, query } = request;
    if (query.response_code !== undefined) {
      // Works once, so it is never repeated.
      await parts.call('verifier.response-code.redeem', { ...request, method: 'POST' });
    }
    const session = await ofTenant(parts.store, tenant).get(sessions, params.sessionId ?? '');
    if (session === undefined) throw noSuch('session');
    return { body: await view(session, parts) };
  };
}

/** Erases a session of the caller's tenant at once, without waiting for its webhooks. */
export function deleteSession(parts: Parts, receiptLine?: Audit['line']): Operation {
  return async ({ tenant, params, client, id }) => {
    const session = await ofTenant(parts.store, tenant).get(sessions, params.sessionId ?? '');
    if (session === undefined) throw noSuch('session');
    await eraseSession({ ...parts, ...(receiptLine && { receiptLine }) }, session, {
      client: client ?? '',
      request: id,
    });
    return { body: {} };
  };
}

/** Newest first, a page at a time; the cursor of the next page stands in the header Link. */
export function listSessions(parts: Parts): Operation {
  return async ({ tenant, query, url }) => {
    const limit = readLimit(query.limit);
    const { documents, next } = await findPage(parts, { tenant, query, limit });
    const body = await Promise.all(documents.map((session) => view(session, parts)));
    if (next === undefined) return { body };
    const link = nextLink({ url, query, keep: ['status', 'state', 'offerSession'], limit, after: next });
    return { body, headers: { link } };
  };
}

interface Page {
  readonly tenant: string;
  readonly query: Readonly<Record<string, string>>;
  readonly limit: number;
}

/**
 * A session expires by the clock and is written down later, so the index gives candidates and the view decides. Those of
 * `expired` stand in one index, written down or not, by their end; of the others at most what the job has not written down
 * yet is passed over.
 */
async function findPage({ store, clock }: Parts, { tenant, query, limit }: Page) {
  const documents: SessionDocument[] = [];
  const { status, state, offerSession } = query;
  let next = query.after;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const wanted: FindQuery = {
      ...candidates({
        status,
        state,
        offerSession,
        below: next === undefined ? clock() + 1 : Number.MAX_SAFE_INTEGER,
      }),
      order: 'descending',
      limit: limit - documents.length,
      ...(next === undefined ? {} : { after: next }),
    };
    const found = await ofTenant(store, tenant).find(sessions, wanted);
    const now = clock();
    documents.push(...found.documents.filter((session) => isAsked(session, { status, state }, now)));
    next = found.next;
    if (next === undefined || documents.length >= limit) break;
  }
  return { documents, next };
}

/** What the index of the candidates may leave open. */
function isAsked(session: SessionDocument, { status, state }: Pick<Filter, 'status' | 'state'>, now: number): boolean {
  if (state !== undefined && session.state !== state) return false;
  return status === undefined || sessionStatus(session, now) === status;
}

interface Filter {
  readonly status: string | undefined;
  readonly state: string | undefined;
  readonly offerSession: string | undefined;
  /** Milliseconds, for `expired`: the ends before it. Behind a cursor there are no others, whoever's clock it was. */
  readonly below: number;
}

function candidates({ status, state, offerSession, below }: Filter): Pick<FindQuery, 'index' | 'equal' | 'below'> {
  if (offerSession !== undefined) return { index: 'offer', equal: [offerSession] };
  if (state !== undefined) return { index: 'state', equal: [state] };
  if (status === undefined) return { index: 'newest' };
  return status === 'expired' ? { index: 'expiry', below } : { index: 'status', equal: [status] };
}

async function view(session: SessionDocument, parts: Parts): Promise<JsonObject> {
  const { issuance, presentation, webhooks, id } = session;
  const vault = await parts.vaults.of(session.tenant);
  const open: Open = (sealed, part) => parseJson(vault.open(sealed, `session/${id}/${part}`));
  const progress = presentation?.progress;
  return sessionView({
    session,
    ...(issuance === undefined
      ? {}
      : { offer: open(issuance.sealedOffer, 'offer'), request: offerRequest(issuance, open) }),
    ...(presentation === undefined ? {} : { presentationRequest: open(presentation.sealedRequest, 'presentation') }),
    ...presented(progress, open),
    ...(webhooks?.result === undefined ? {} : { resultWebhook: open(webhooks.result, 'webhook/result') }),
    describe: (sealed, part) => (sealed === undefined ? undefined : vault.open(sealed, `session/${id}/${part}`)),
    statusOf: await statusValues(session, parts),
    now: parts.clock(),
  });
}

/** What the backend asked for; its claims as long as they are kept. */
function offerRequest({ sealedRequest, sealedClaims }: IssuancePart, open: Open): Json {
  const request = open(sealedRequest, 'request');
  if (sealedClaims === undefined || !isObject(request)) return request;
  return { ...request, claims: open(sealedClaims, 'offer-claims') };
}

function presented(
  progress: PresentationProgress | undefined,
  open: Open,
): Pick<SessionContents, 'credentials' | 'credentialsErased'> {
  if (progress?.state !== 'verified' || progress.responseCode?.redeemed === false) return {};
  if (progress.sealedCredentials === undefined) return { credentialsErased: true };
  return { credentials: open(progress.sealedCredentials, 'credentials') };
}

/** Values live with the status service's entries, one document per credential request. */
async function statusValues(
  session: SessionDocument,
  { store, settings }: Parts,
): Promise<(credential: IssuedCredential) => 0 | 1> {
  if ((session.issuance?.credentials.length ?? 0) === 0) return () => 0;
  const query = { index: 'session', equal: [session.id], limit: ENTRIES_OF_A_SESSION };
  const found = await ofTenant(store, session.tenant).find(statusEntries, query);
  const revoked = new Set(
    found.documents
      .filter((entry) => entry.value === 1)
      .flatMap((entry) => {
        const uri = statusListUrl(settings.PUBLIC_URL, entry.tenant, entry.list);
        return entry.indexes.map((idx) => `${uri} ${idx}`);
      }),
  );
  return ({ status }) => (revoked.has(`${status.uri} ${status.idx}`) ? 1 : 0);
}
