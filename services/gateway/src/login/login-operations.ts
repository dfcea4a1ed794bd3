/** The endpoints of the provider of a tenant: most are the library's, the page between request and answer is ours. */
import type { Operation, OperationReply, OperationRequest, Operations } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { LoginDocument, LogoutNotice } from '@countersign/shared/model/login/logins';
import { sessions } from '@countersign/shared/model/session/sessions';
import { languageOf } from '@countersign/shared/pages/accept-language';
import { inLanguage } from '@countersign/shared/pages/brand';
import { PAGE_CONTENT_TYPE, type Page } from '@countersign/shared/pages/page';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import QRCode from 'qrcode';
import { findLogin } from './account.ts';
import { repeatLogout } from './back-channel.ts';
import { type BegunLogin, beginLogin } from './begin-login.ts';
import { claimTexts, shownClaims } from './claim-texts.ts';
import { createOwnConfigurations, namesOf, type OwnConfigurations } from './credential-names.ts';
import { countsHere, type Finished, finishLogin, refused } from './finish-login.ts';
import { formToken, hasFormToken } from './form-token.ts';
import { type LoginState, loginPage } from './login-page.ts';
import { followLogin } from './login-script.ts';
import { loginState } from './login-state.ts';
import { type Ordinary, ordinaryToken, ordinaryUserinfo } from './ordinary-requests.ts';
import type { LoginParts } from './parts.ts';
import { type LoginProblem, loginProblemPage } from './problem-page.ts';
import { providerMessage, providerReply } from './provider-message.ts';
import { createProviders, type ProviderFor } from './providers.ts';
import { claimsOf, requestedClaims } from './requested-claims.ts';
import { endInteraction, leadBack, openLogin, type Visit, visitOf } from './visit.ts';
import { answerOfBrowser, requestForBrowser } from './wallet-of-browser.ts';

export interface OpenLogins {
  readonly operations: Operations;
  readonly repeatLogout: (notice: LogoutNotice) => Promise<void>;
}

export function openLogins(parts: LoginParts): OpenLogins {
  const providerOf = createProviders(parts);
  return {
    operations: loginOperations(parts, providerOf),
    repeatLogout: async (notice) => repeatLogout(parts, (await providerOf(notice.tenant)).provider, notice),
  };
}

function loginOperations(parts: LoginParts, providerOf: ProviderFor): Operations {
  const at = (path: (request: OperationRequest) => string): Operation => libraryEndpoint(parts, providerOf, path);
  return {
    'gateway.login.discovery': at(() => '/.well-known/openid-configuration'),
    'gateway.login.jwks': at(() => '/jwks'),
    'gateway.login.authorize': at(() => '/auth'),
    'gateway.login.resume': at(({ params }) => `/auth/${params.session ?? ''}`),
    'gateway.login.token': libraryEndpoint(parts, providerOf, () => '/token', ordinaryToken),
    'gateway.login.userinfo': libraryEndpoint(parts, providerOf, () => '/me', ordinaryUserinfo),
    'gateway.login.logout': at(() => '/session/end'),
    'gateway.login.logout.confirm': at(() => '/session/end/confirm'),
    'gateway.login.logout.done': at(() => '/session/end/success'),
    'gateway.login.page': loginPageOperation(parts, providerOf, createOwnConfigurations(parts)),
    'gateway.login.state': stateOperation(parts, providerOf),
    'gateway.login.wallet': async (asked) => requestForBrowser(parts, await openLogin(parts, providerOf, asked)),
    'gateway.login.wallet.answer': answering(parts, providerOf),
    'gateway.login.return': finishing(parts, providerOf, returned),
    'gateway.login.complete': posted(parts, providerOf, completed),
    'gateway.login.cancel': posted(parts, providerOf, async () => refused('access_denied', 'the user cancelled')),
  };
}

function libraryEndpoint(
  parts: LoginParts,
  providerOf: ProviderFor,
  path: (request: OperationRequest) => string,
  ordinary?: Ordinary,
): Operation {
  return async (asked) => {
    const open = await providerOf(asked.tenant);
    const reply = await ordinary?.(parts, open, asked);
    if (reply !== undefined) return reply;
    const { answer, issuer } = open;
    const message = providerMessage(asked, issuer, path(asked));
    await answer(message.request, message.response);
    return providerReply(message);
  };
}

function loginPageOperation(parts: LoginParts, providerOf: ProviderFor, own: OwnConfigurations): Operation {
  return async (asked) => {
    const visit = await visitOf(parts, providerOf, asked);
    if (visit === undefined) return problem(parts, asked, 'ended');
    const { client, interaction, page } = visit;
    const begun = await beginLogin(parts, { cause: asked, client, interaction, page });
    const state = await stateOf(parts, visit, begun.login);
    const shown = await shownPage(parts, visit, { ...begun, own: await own(asked) }, state);
    return htmlReply(200, shown, { session: begun.login.session });
  };
}

interface Shown extends BegunLogin {
  /** Credential configurations of the tenant. */
  readonly own: readonly JsonObject[];
}

async function shownPage(parts: LoginParts, visit: Visit, { request, own }: Shown, state: LoginState): Promise<Page> {
  const { asked, client, interaction, issuer, page } = visit;
  const language = languageOf(interaction.params.ui_locales?.replaceAll(' ', ',') ?? asked.headers['accept-language']);
  const { scope, claims } = interaction.params;
  const requested = requestedClaims(client, { scope, claims: claimsOf(claims) });
  const names = namesOf(own, request.asks ?? [], language);
  const stated = inLanguage(request.purpose, language)?.name;
  return loginPage({
    language,
    brand: await parts.brandOf(asked.tenant, language),
    application: client.name,
    credentials: names.credentials,
    claims: claimTexts(shownClaims(client, requested), language, names),
    ...(typeof stated === 'string' ? { purpose: stated } : {}),
    ...(request.privacyPolicy === undefined ? {} : { privacyPolicy: request.privacyPolicy }),
    state,
    link: request.link,
    ...(request.crossDeviceLink === undefined
      ? {}
      : { qr: await QRCode.toString(request.crossDeviceLink, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }) }),
    path: new URL(page).pathname,
    token: formToken(await formKey(parts, asked), interaction.uid),
    script: `${new URL(issuer).pathname}/assets/${followLogin.name}`,
  });
}

function stateOperation(parts: LoginParts, providerOf: ProviderFor): Operation {
  return async (asked) => {
    const { visit, login } = await openLogin(parts, providerOf, asked);
    const held = await stateOf(parts, visit, login);
    const open = held === 'waiting' || held === 'declined' || held === 'not_accepted';
    const body: JsonObject = open
      ? { state: 'waiting', ...(held === 'waiting' ? {} : { reason: held }) }
      : { state: held };
    return { body, annotation: { session: login.session } };
  };
}

/** An answer that doesn't count here: the page waits for the browser that the wallet opens. */
async function stateOf(
  { store, clock }: LoginParts,
  { client, interaction }: Visit,
  { tenant, session: id }: LoginDocument,
): Promise<LoginState> {
  const session = await ofTenant(store, tenant).get(sessions, id);
  const state = loginState(session, clock());
  return state === 'continue' && !countsHere(client, interaction, session) ? 'waiting' : state;
}

/** A wallet of the browser answered: the login ends, or the page says why it goes on. */
function answering(parts: LoginParts, providerOf: ProviderFor): Operation {
  return async (asked) => {
    const { visit, login } = await openLogin(parts, providerOf, asked);
    await answerOfBrowser(parts, { cause: asked, login });
    const { client, interaction } = visit;
    const finished = await finishLogin(parts, { cause: asked, client, interaction, login, onPage: true });
    const annotation = { session: login.session };
    if (finished.kind === 'open') return { body: { next: visit.page }, annotation };
    const { reply, location } = await endInteraction(visit, finished);
    const { cookies = [] } = reply;
    return { cookies, body: { next: location }, annotation };
  };
}

type Finish = (parts: LoginParts, visit: Visit) => Promise<Finished>;

const returned: Finish = async (parts, visit) => {
  const { response_code: responseCode } = visit.asked.query;
  return responseCode === undefined ? { kind: 'open' } : finish(parts, visit, responseCode);
};

const completed: Finish = (parts, visit) => finish(parts, visit);

async function finish(
  parts: LoginParts,
  { asked: cause, client, interaction }: Visit,
  responseCode?: string,
): Promise<Finished> {
  const login = await findLogin(parts, cause.tenant, interaction.uid);
  if (login === undefined) return { kind: 'open' };
  return finishLogin(parts, {
    cause,
    client,
    interaction,
    login,
    ...(responseCode === undefined ? {} : { responseCode }),
  });
}

/** Ends the interaction where the login has ended, else leads back to the page. */
function finishing(parts: LoginParts, providerOf: ProviderFor, finish: Finish): Operation {
  return async (asked) => {
    const visit = await visitOf(parts, providerOf, asked);
    if (visit === undefined)
      return problem(parts, asked, asked.query.response_code === undefined ? 'ended' : 'elsewhere');
    return ending(parts, visit, finish);
  };
}

/** By a form of the page: another page may send the browser there with its cookie, but not with the token. */
function posted(parts: LoginParts, providerOf: ProviderFor, finish: Finish): Operation {
  return async (asked) => {
    const visit = await visitOf(parts, providerOf, asked);
    const isOfPage =
      visit !== undefined && hasFormToken(await formKey(parts, asked), visit.interaction.uid, asked.body);
    return isOfPage ? ending(parts, visit, finish) : problem(parts, asked, 'ended', 403);
  };
}

async function ending(parts: LoginParts, visit: Visit, finish: Finish): Promise<OperationReply> {
  const finished = await finish(parts, visit);
  if (finished.kind === 'open') return { status: 303, headers: { location: visit.page } };
  return leadBack(visit, finished);
}

async function formKey({ vaults }: LoginParts, { tenant }: OperationRequest): Promise<Buffer> {
  return (await vaults.of(tenant)).derive('login-forms');
}

async function problem(
  parts: LoginParts,
  { tenant, headers }: OperationRequest,
  what: LoginProblem,
  status = 400,
): Promise<OperationReply> {
  const language = languageOf(headers['accept-language']);
  return htmlReply(status, loginProblemPage({ language, brand: await parts.brandOf(tenant, language), problem: what }));
}

function htmlReply(status: number, { html, headers }: Page, annotation?: OperationReply['annotation']): OperationReply {
  return {
    status,
    raw: html,
    contentType: PAGE_CONTENT_TYPE,
    headers,
    ...(annotation === undefined ? {} : { annotation }),
  };
}
