/** `GET /session` and `GET /session/{id}`. */
import type { Operation } from '@countersign/shared/http/message';
import { statusListUrl } from '@countersign/shared/identifiers';
import type { Json, JsonObject } from '@countersign/shared/json';
import { parseJson } from '@countersign/shared/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { FindQuery } from '@countersign/shared/store/port';
import type { IssuedCredential, SessionDocument } from '@countersign/shared/store/sessions';
import { sessions } from '@countersign/shared/store/sessions';
import { statusEntries } from '@countersign/shared/store/status-documents';
import { nextLink, readLimit } from './page.ts';
import { notFound } from './parameters.ts';
import { sessionStatus, sessionView } from './session-view.ts';

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
    const session = await parts.store.get(sessions, params.sessionId ?? '');
    if (session === undefined || session.tenant !== tenant) throw notFound();
    return { body: await view(session, parts) };
  };
}

/** Newest first, a page at a time; the cursor of the next page stands in the header Link. */
export function listSessions(parts: Parts): Operation {
  return async ({ tenant, query, url }) => {
    const limit = readLimit(query.limit);
    const { documents, next } = await findPage(parts, { tenant, query, limit });
    const body = await Promise.all(documents.map((session) => view(session, parts)));
    if (next === undefined) return { body };
    const link = nextLink({ url, query, keep: ['status', 'state'], limit, after: next });
    return { body, headers: { link } };
  };
}

interface Page {
  readonly tenant: string;
  readonly query: Readonly<Record<string, string>>;
  readonly limit: number;
}

/** Status `expired` is a matter of the clock, so the index gives candidates and the view decides. */
async function findPage({ store, clock }: Parts, { tenant, query, limit }: Page) {
  const documents: SessionDocument[] = [];
  const { status, state } = query;
  let next = query.after;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const wanted: FindQuery = {
      ...candidates(tenant, status, state),
      order: 'descending',
      limit: limit - documents.length,
      ...(next === undefined ? {} : { after: next }),
    };
    const found = await store.find(sessions, wanted);
    const now = clock();
    documents.push(
      ...found.documents.filter((session) => status === undefined || sessionStatus(session, now) === status),
    );
    next = found.next;
    if (next === undefined || documents.length >= limit) break;
  }
  return { documents, next };
}

function candidates(
  tenant: string,
  status: string | undefined,
  state: string | undefined,
): Pick<FindQuery, 'index' | 'equal'> {
  if (state !== undefined) return { index: 'state', equal: [state, tenant] };
  return status === undefined || status === 'expired'
    ? { index: 'newest', equal: [tenant] }
    : { index: 'status', equal: [tenant, status] };
}

async function view(session: SessionDocument, parts: Parts): Promise<JsonObject> {
  const { issuance, presentation, webhooks, id } = session;
  const vault = await parts.vaults.of(session.tenant);
  const open = (sealed: string, part: string): Json => parseJson(vault.open(sealed, `session/${id}/${part}`));
  const progress = presentation?.progress;
  return sessionView({
    session,
    ...(issuance === undefined
      ? {}
      : { offer: open(issuance.sealedOffer, 'offer'), request: open(issuance.sealedRequest, 'request') }),
    ...(presentation === undefined ? {} : { presentationRequest: open(presentation.sealedRequest, 'presentation') }),
    ...(progress?.state !== 'verified' || progress.responseCode?.redeemed === false
      ? {}
      : { credentials: open(progress.sealedCredentials, 'credentials') }),
    ...(webhooks?.result === undefined ? {} : { resultWebhook: open(webhooks.result, 'webhook/result') }),
    statusOf: await statusValues(session, parts),
    now: parts.clock(),
  });
}

/** Values live with the status service's entries, one document per credential request. */
async function statusValues(
  session: SessionDocument,
  { store, settings }: Parts,
): Promise<(credential: IssuedCredential) => 0 | 1> {
  if ((session.issuance?.credentials.length ?? 0) === 0) return () => 0;
  const found = await store.find(statusEntries, { index: 'session', equal: [session.id], limit: ENTRIES_OF_A_SESSION });
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
