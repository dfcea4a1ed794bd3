/** Logins with a wallet: an application that knows only OpenID Connect, a user's browser, and a wallet with a PID. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Answer } from '@countersign/wallet/sending/answer';
import * as client from 'openid-client';
import { CookieBrowser, type Visited } from './cookie-browser.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW, type ServerOfA } from './flows.ts';
import { startSampleServer } from './sample-server.ts';
import type { ServerOptions, TestServer } from './server.ts';

export const APPLICATION_SECRET = 'secret-of-the-application-0123456789';
/** Nobody listens there: the browser stops at it. */
export const CALLBACK = 'http://localhost:8999/callback';

const pidClaim = (name: string): object => ({ path: [name] });

/** The maximum that is ever requested. */
export const loginQuestion = {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
        claims: ['given_name', 'family_name', 'birthdate', 'place_of_birth'].map(pidClaim),
      },
    ],
  },
};

/** A file `login/shop.json`. */
export function shop(more: object = {}): object {
  return {
    name: 'Example Shop',
    redirect_uris: [CALLBACK],
    client_secret: APPLICATION_SECRET,
    presentation: 'login',
    claims: {
      given_name: ['given_name'],
      family_name: ['family_name'],
      birthdate: ['birthdate'],
      'address.locality': ['place_of_birth', 'locality'],
    },
    subject: { kind: 'pairwise', from: [['given_name'], ['family_name'], ['birthdate']] },
    acr: 'http://eidas.europa.eu/LoA/high',
    crossDevice: true,
    ...more,
  };
}

/** A user's PID. */
export async function holdPidOf(server: ServerOfA, person: object = {}): Promise<HeldCredential> {
  const claims = { given_name: 'Erika', family_name: 'Mustermann', birthdate: '1964-08-12', ...person };
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, claims: { pid: claims } });
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

export interface LoginWorld {
  readonly server: TestServer;
  /** Identifier of the provider. */
  readonly issuer: string;
  /** The application in `login/shop.json`. */
  readonly application: Application;
  /** A PID of Erika Mustermann. */
  readonly erika: HeldCredential;
}

/** A server with the clients `shop`, and `strict`, at which the wallet must be on the same device. */
export async function startLogins(options: ServerOptions = {}): Promise<LoginWorld> {
  const server = await startSampleServer(options);
  const issuer = `${server.url}/login`;
  server.writeConfig('presentation/login.json', loginQuestion);
  server.writeConfig('login/shop.json', shop());
  server.writeConfig('login/strict.json', shop({ crossDevice: false }));
  return { server, issuer, application: await openApplication({ issuer }), erika: await holdPidOf(server) };
}

export interface Begun {
  readonly browser: CookieBrowser;
  /** The page of the login. */
  readonly page: Visited;
  /** Link of the request for the wallet. */
  readonly link: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

export interface Application {
  readonly config: client.Configuration;
  /** Sends a browser to the provider, up to the page. */
  begin(parameters?: Record<string, string>, browser?: CookieBrowser): Promise<Begun>;
  /** Redeems the code of the callback. */
  redeem(
    begun: Begun,
    callback: URL,
    checks?: client.AuthorizationCodeGrantChecks,
  ): ReturnType<typeof client.authorizationCodeGrant>;
  userinfo(token: string): Promise<client.UserInfoResponse>;
}

export interface ApplicationOptions {
  readonly id?: string;
  /** Identifier of the provider. */
  readonly issuer: string;
  readonly auth?: client.ClientAuth;
  readonly metadata?: Partial<client.ClientMetadata>;
}

export async function openApplication({
  id = 'shop',
  issuer,
  auth,
  metadata = {},
}: ApplicationOptions): Promise<Application> {
  const config = await client.discovery(
    new URL(issuer),
    id,
    { client_secret: APPLICATION_SECRET, ...metadata },
    auth ?? client.ClientSecretBasic(APPLICATION_SECRET),
    { execute: [client.allowInsecureRequests] },
  );
  client.enableNonRepudiationChecks(config);
  return {
    config,
    begin: async (parameters = {}, browser = new CookieBrowser()) => {
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: 'openid profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      });
      const page = await browser.visit(url.href, isCallback);
      return { browser, page, link: linkOfWallet(page), verifier, state, nonce };
    },
    redeem: ({ verifier, state, nonce }, callback, checks = {}) =>
      client.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        ...checks,
      }),
    userinfo: (token) => client.fetchUserInfo(config, token, client.skipSubjectCheck),
  };
}

/** The link that opens the wallet on this device; empty if the page has no link. */
export function linkOfWallet({ text }: Visited): string {
  const [, link = ''] = /href="([a-z0-9-]+:\/\/\?[^"]+)"/.exec(text) ?? [];
  return link.replaceAll('&#38;', '&');
}

export function isCallback(url: URL): boolean {
  return url.href.startsWith(CALLBACK);
}

/** The response to the wallet; the address that it then opens is in `redirect_uri`. */
export async function answerWith(held: HeldCredential, link: string): Promise<Answer> {
  const request = await fetchRequest(link);
  return post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
}

/** The wallet presents, and opens the way back in the browser that started. @returns the callback */
export async function signIn(held: HeldCredential, { browser, link }: Begun): Promise<URL> {
  const answer = await answerWith(held, link);
  assert.equal(answer.status, 200, answer.text);
  return callbackOf(await browser.visit(answer.json.redirect_uri, isCallback));
}

/** Sends a form of the page: whether the login is complete, and to cancel it. */
export function submitForm(
  { browser, page }: Pick<Begun, 'browser' | 'page'>,
  name: 'complete' | 'cancel',
): Promise<Visited> {
  const body = new URLSearchParams({ token: formTokenOf(page) });
  return browser.visit(`${page.url.href}/${name}`, isCallback, { method: 'POST', body });
}

export function formTokenOf({ text }: Visited): string {
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(text) ?? [];
  return token;
}

/**
 * The address that the browser ends at. If a page submits a form automatically (`form_post`), its fields are in the
 * query.
 */
export function callbackOf({ text, url }: Visited): URL {
  if (!text.includes(`<form method="post" action="${CALLBACK}">`)) return url;
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of text.matchAll(/name="(\w+)" value="([^"]*)"/g)) fields.set(name, value);
  return new URL(`${CALLBACK}?${fields}`);
}
