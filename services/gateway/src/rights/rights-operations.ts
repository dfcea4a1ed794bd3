/**
 * The rights page: users present, see their stored data, and erase it. A GET erases none of it, and the link works only in the browser that started.
 */
import type { Rights } from '@countersign/shared/flow-config/tenant-profile';
import {
  bodyObject,
  type Operation,
  type OperationReply,
  type OperationRequest,
  type Operations,
  onBehalfOf,
} from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject } from '@countersign/shared/kernel/json';
import { randomId } from '@countersign/shared/kernel/random';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { languageOf } from '@countersign/shared/pages/accept-language';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import QRCode from 'qrcode';
import { loginState } from '../login/login-state.ts';
import { notFound } from '../request/parameters.ts';
import { eraseSession } from '../sessions/erase-session.ts';
import { erasePerson } from './erase-person.ts';
import { heldAbout } from './held.ts';
import { type RightsView, rightsPage } from './rights-page.ts';
import { PERSON, type RightsParts } from './rights-parts.ts';
import { hasVisitToken, openVisit, sealVisit, VISIT_LIFE, type Visit, visitCookie, visitToken } from './visit.ts';
import { wayBack } from './way-back.ts';

/** Seconds that the wallet has. */
const REQUEST_LIFE = 300;

export function rightsOperations(parts: RightsParts): Operations {
  return {
    'gateway.rights.page': async (asked) => show(parts, asked, await viewOf(parts, asked)),
    'gateway.rights.start': starting(parts),
    'gateway.rights.return': returning(parts),
    'gateway.rights.erase': erasing(parts),
  };
}

/** @throws ProtocolError `not_found` for a tenant without the page */
function rightsOf({ requirementsOf }: Pick<RightsParts, 'requirementsOf'>, { tenant }: OperationRequest): Rights {
  const { rights } = requirementsOf(tenant);
  if (rights === undefined) throw notFound();
  return rights;
}

async function viewOf(parts: RightsParts, asked: OperationRequest): Promise<RightsView> {
  const { callbacks } = rightsOf(parts, asked);
  const { tenant, query } = asked;
  const visit = await visitOf(parts, asked);
  if (visit?.kind === 'known') {
    const held = await heldAbout(parts, tenant, visit.people);
    const data = { sessions: held.sessions.length, renewals: held.renewals.length, logins: held.logins.length };
    await parts.audit.record({ tenant, action: 'rights.read', client: PERSON, request: asked.id, data });
    return { state: 'known', held, token: visitToken(await parts.vaults.of(tenant), visit) };
  }
  if (visit?.kind === 'asked') {
    const state = loginState(await ofTenant(parts.store, tenant).get(sessions, visit.session), parts.clock());
    if (state === 'declined' || state === 'not_accepted' || state === 'refused') return { state: 'refused' };
    if (state !== 'expired') return { state: 'waiting', link: visit.link };
  }
  const back = wayBack(query.callback_url, callbacks);
  const address = pageAddress(parts, asked);
  const qr = await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return { state: 'start', qr, ...(back === undefined ? {} : { back }) };
}

function starting(parts: RightsParts): Operation {
  return async (asked) => {
    const { presentation, from, callbacks } = rightsOf(parts, asked);
    const page = pageAddress(parts, asked);
    const body = {
      requestId: presentation,
      paths: from,
      redirectUri: `${page}/return`,
      crossDevice: false,
      release: true,
      expiresIn: Math.min(REQUEST_LIFE, parts.settings.SESSION_TTL),
    };
    const made = await parts.call(
      'verifier.login.request',
      onBehalfOf(asked, { method: 'POST', body, encoding: 'json' }),
    );
    const { session, link } = isObject(made.body) ? made.body : {};
    if (typeof session !== 'string' || typeof link !== 'string') throw new Error('The verifier answered no request');
    const given = bodyObject(asked).callback_url;
    const back = wayBack(typeof given === 'string' ? given : undefined, callbacks);
    const visit = { ...begun(parts), kind: 'asked', session, link, ...(back === undefined ? {} : { back }) } as const;
    return { ...(await kept(parts, asked, visit)), annotation: { session } };
  };
}

/** The wallet's return address. The presented claims are erased, and only pseudonyms stay, in the cookie. */
function returning(parts: RightsParts): Operation {
  return async (asked) => {
    rightsOf(parts, asked);
    const visit = await visitOf(parts, asked);
    const { response_code: code } = asked.query;
    if (visit?.kind !== 'asked' || code === undefined) {
      return show(parts, asked, { state: visit === undefined ? 'elsewhere' : 'ended' }, 400);
    }
    const sessionId = visit.session;
    const redeemed = { method: 'POST', params: { sessionId }, query: { response_code: code } } as const;
    await parts.call('verifier.response-code.redeem', onBehalfOf(asked, redeemed));
    const session = await ofTenant(parts.store, asked.tenant).get(sessions, sessionId);
    if (session?.presentation?.progress.state !== 'verified') return show(parts, asked, { state: 'ended' }, 400);
    const people = whoPresented(parts, session);
    const erasure = { ...parts, receiptLine: parts.audit.line };
    await eraseSession(erasure, session, { client: PERSON, request: asked.id });
    const { back } = visit;
    return kept(parts, asked, { ...begun(parts), kind: 'known', people, ...(back === undefined ? {} : { back }) });
  };
}

/** Whoever can't be told apart is looked up like everyone else, as nobody. */
function whoPresented({ random }: RightsParts, { people = [] }: SessionDocument): readonly string[] {
  return people.length === 0 ? [randomId(random)] : people;
}

/** Another page may send the browser here with its cookie, but not with the form's token. */
function erasing(parts: RightsParts): Operation {
  return async (asked) => {
    rightsOf(parts, asked);
    const visit = await visitOf(parts, asked);
    const vault = await parts.vaults.of(asked.tenant);
    if (visit?.kind !== 'known' || !hasVisitToken(vault, visit, asked.body)) {
      return show(parts, asked, { state: 'ended' }, 403);
    }
    const revoke = bodyObject(asked).revoke === 'yes';
    const { erased, receipt } = await erasePerson(parts, { cause: asked, people: visit.people, revoke });
    const { back } = visit;
    const shown = await show(parts, asked, {
      state: 'erased',
      erased,
      receipt,
      ...(back === undefined ? {} : { back }),
    });
    return { ...shown, cookies: [visitCookie(parts.settings.PUBLIC_URL).remove] };
  };
}

function begun({ clock, random }: RightsParts): Pick<Visit, 'id' | 'until'> {
  return { id: randomId(random), until: clock() + VISIT_LIFE * 1000 };
}

async function visitOf(parts: RightsParts, { tenant, headers }: OperationRequest): Promise<Visit | undefined> {
  const sealed = visitCookie(parts.settings.PUBLIC_URL).read(headers.cookie);
  return openVisit(await parts.vaults.of(tenant), sealed, parts.clock());
}

/** Continues on the page, with the visit in the cookie. */
async function kept(parts: RightsParts, asked: OperationRequest, visit: Visit): Promise<OperationReply> {
  const cookie = visitCookie(parts.settings.PUBLIC_URL).set(sealVisit(await parts.vaults.of(asked.tenant), visit));
  return { status: 303, headers: { location: pageAddress(parts, asked) }, cookies: [cookie] };
}

function pageAddress({ settings }: RightsParts, { tenant }: OperationRequest): string {
  return `${credentialIssuer(settings.PUBLIC_URL, tenant)}/rights`;
}

async function show(
  parts: RightsParts,
  asked: OperationRequest,
  view: RightsView,
  status = 200,
): Promise<OperationReply> {
  const language = languageOf(asked.headers['accept-language']);
  const { html, headers } = rightsPage({
    language,
    brand: await parts.brandOf(asked.tenant, language),
    rights: rightsOf(parts, asked),
    path: new URL(pageAddress(parts, asked)).pathname,
    view,
  });
  return { status, raw: html, contentType: PAGE_CONTENT_TYPE, headers };
}
