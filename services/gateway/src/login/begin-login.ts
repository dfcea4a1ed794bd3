/** The presentation request of a login. There is one: a page that is loaded again shows it again. */
import type { OperationRequest } from '@countersign/shared/http/message';
import { onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type LoginDocument, type LoginsDocument, logins } from '@countersign/shared/model/login/logins';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { findLogin, loginContext, loginId } from './account.ts';
import { reaches } from './acr.ts';
import type { LoginClient } from './client.ts';
import type { Interaction } from './library.ts';
import { LIFETIMES } from './lifetimes.ts';
import type { LoginParts } from './parts.ts';
import { claimsOf, requestedClaims } from './requested-claims.ts';

/** The content of the page. */
export interface SentRequest {
  readonly link: string;
  /** For a wallet on another device, whose response does not redirect the browser. */
  readonly crossDeviceLink?: string;
  /** Lets the page ask its browser's wallets. The browser never sees it. */
  readonly page?: string;
  readonly purpose: readonly JsonObject[];
  readonly privacyPolicy?: string;
  /** Document type of each credential query for an mdoc. */
  readonly types: JsonObject;
  /** Types of the requested credentials; absent in a request of an earlier version. */
  readonly asks?: readonly string[];
}

export interface BegunLogin {
  readonly login: LoginDocument;
  readonly request: SentRequest;
}

export interface Beginning {
  readonly cause: OperationRequest;
  readonly client: LoginClient;
  readonly interaction: Interaction;
  /** The page's URL. */
  readonly page: string;
}

/** Seconds. A code on a screen is not there for long: whoever it is shown to may be someone else's victim. */
const REQUEST_TTL = { here: 300, across: 120 } as const;

/** Finds an interaction's login, or creates it. */
export async function beginLogin(parts: LoginParts, beginning: Beginning): Promise<BegunLogin> {
  const { cause, client, interaction } = beginning;
  const { tenant } = cause;
  const known = await findLogin(parts, tenant, interaction.uid);
  if (known !== undefined) return { login: known, request: await sentOf(parts, known) };
  const made = await makeRequest(parts, beginning);
  const id = loginId(tenant, interaction.uid);
  const sealedLink = (await parts.vaults.of(tenant)).seal(JSON.stringify(made.request), loginContext({ id }));
  const fresh = {
    id,
    tenant,
    kind: 'login',
    client: client.id,
    session: made.session,
    endsAt: parts.clock() + LIFETIMES.interaction * 1000,
    sealedLink,
  } as const;
  const inserted = await ofTenant(parts.store, tenant).insert<LoginsDocument>(logins, fresh);
  if (inserted?.kind === 'login') return { login: inserted, request: made.request };
  // The page was loaded twice at the same time: the other request is shown, and this one expires.
  return beginLogin(parts, beginning);
}

async function makeRequest(
  { call, settings }: LoginParts,
  { cause, client, interaction, page }: Beginning,
): Promise<{ readonly session: string; readonly request: SentRequest }> {
  const { scope, claims } = interaction.params;
  const { paths } = requestedClaims(client, { scope, claims: claimsOf(claims) });
  const crossDevice = allowsAcross(client, interaction);
  const body: JsonObject = {
    requestId: client.presentation,
    paths,
    redirectUri: `${page}/return`,
    crossDevice,
    expiresIn: Math.min(crossDevice ? REQUEST_TTL.across : REQUEST_TTL.here, settings.SESSION_TTL),
  };
  const reply = await call('verifier.login.request', onBehalfOf(cause, { method: 'POST', body, encoding: 'json' }));
  const { session, link, crossDeviceLink, ...shown } = isObject(reply.body) ? reply.body : {};
  const { page: reference, purpose, privacyPolicy, types, asks } = shown;
  if (typeof session !== 'string' || typeof link !== 'string') throw new Error('The verifier answered no request');
  return {
    session,
    request: {
      link,
      ...(typeof crossDeviceLink === 'string' ? { crossDeviceLink } : {}),
      ...(typeof reference === 'string' ? { page: reference } : {}),
      purpose: Array.isArray(purpose) ? purpose.filter(isObject) : [],
      ...(typeof privacyPolicy === 'string' ? { privacyPolicy } : {}),
      types: isObject(types) ? types : {},
      asks: Array.isArray(asks) ? asks.filter((type) => typeof type === 'string') : [],
    },
  };
}

/** Whether a wallet on another device may answer: not if the request insists on an `acr` that only this device reaches. */
export function allowsAcross(client: LoginClient, { params }: Pick<Interaction, 'params'>): boolean {
  return client.crossDevice && reaches(client, params, true);
}

/** @throws ProtocolError `gone` once the login is complete */
export async function sentOf({ vaults }: Pick<LoginParts, 'vaults'>, login: LoginDocument): Promise<SentRequest> {
  if (login.sealedLink === undefined) {
    throw new ProtocolError('gone', 'The login is complete', { reason: 'login_ended' });
  }
  const vault = await vaults.of(login.tenant);
  return parseJson(vault.open(login.sealedLink, loginContext(login))) as Json as unknown as SentRequest;
}
