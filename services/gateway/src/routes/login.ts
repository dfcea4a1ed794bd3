/** Routes of applications at which people sign in with their wallets: the OpenID provider of a tenant, and its clients. */
import { loginClientSchema } from '@countersign/shared/configuration-documents/login-client';
import { PRESENTATION_BODY_BYTES } from '@countersign/shared/http/message';
import { siteTypes } from '../schemas/content-types.ts';
import * as schemas from '../schemas/login-schemas.ts';
import { emptySchema, oauthErrorSchema, problemSchema } from '../schemas/response-schemas.ts';
import { pageRequestsResponseSchema } from '../schemas/wallet-response-schemas.ts';
import { browserAnswerSchema } from '../schemas/wallet-schemas.ts';
import { browserLink, KIB, management, oauth, open, type Row, wallet, walletPath } from './kinds.ts';
import type { Route, RoutePaths } from './route.ts';

const text = { type: 'string' } as const;
const page = { 200: { description: 'Page', content: { 'text/html': text } } } as const;
/** For a client that doesn't accept HTML, the library responds with JSON. */
const refused = {
  400: {
    description: 'Error page; JSON unless HTML is requested',
    content: { 'text/html': text, 'application/json': oauthErrorSchema, 'application/problem+json': problemSchema },
  },
};

/** Appended (OpenID Connect Discovery 1.0, 4.1) and inserted (RFC 8414, 3.1). */
const discovery: RoutePaths = {
  a: ['/login/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/login'],
  b: ['/{tenantId}/login/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/{tenantId}/login'],
};

/** A path that a user's browser visits. */
function visited(row: Pick<Row, 'operation' | 'summary' | 'paths'> & Partial<Route>): Route {
  return browserLink({ service: 'gateway', also: { ...page, ...refused }, ...row });
}

/** What a login's page calls for its browser's wallets. */
function ofPage(row: Omit<Parameters<typeof wallet>[0], 'service' | 'paths'>): Route {
  const paths = walletPath('/login/interaction/{session}/wallet');
  return wallet({ service: 'gateway', paths, errors: 'problem', cors: false, sameOrigin: true, cookies: true, ...row });
}

/** A form that the page of an application sends. */
function submitted(row: Pick<Row, 'operation' | 'summary' | 'paths'> & Partial<Route>): Route {
  const { changes: _, ...posted } = visited(row);
  return { ...posted, method: 'POST', accepts: ['form', 'empty'] };
}

/** The forms of the page of a login. */
const ofForm = {
  request: schemas.loginFormSchema,
  also: {
    ...page,
    ...refused,
    403: {
      description: 'Error page: not the browser that began the login, or not from its page',
      content: { 'text/html': text },
    },
  },
};

const authorization = { operation: 'gateway.login.authorize', paths: walletPath('/login/auth') } as const;
const logout = { operation: 'gateway.login.logout', paths: walletPath('/login/session/end') } as const;

export const loginRoutes: readonly Route[] = [
  open({
    operation: 'gateway.login.discovery',
    service: 'gateway',
    paths: discovery,
    cache: 'no-store',
    summary: 'The OpenID provider of the tenant (OpenID Connect Discovery 1.0); it is there once a client is',
    response: schemas.discoverySchema,
  }),
  open({
    operation: 'gateway.login.jwks',
    service: 'gateway',
    paths: walletPath('/login/jwks'),
    cache: 'no-store',
    summary: 'Keys that sign ID tokens',
    contentType: 'application/jwk-set+json',
    response: schemas.keySetSchema,
  }),
  visited({
    ...authorization,
    rate: 'wallet',
    summary: 'Authorization request of an application (OpenID Connect Core 1.0, 3.1.2.1)',
  }),
  submitted({
    ...authorization,
    request: schemas.authorizationFormSchema,
    rate: 'wallet',
    summary: 'The same as a form',
  }),
  visited({
    operation: 'gateway.login.resume',
    paths: walletPath('/login/auth/{session}'),
    summary: 'Redirects to the application, with a code or an error',
  }),
  visited({
    operation: 'gateway.login.page',
    paths: walletPath('/login/interaction/{session}'),
    success: { json: 200 },
    contentType: 'text/html',
    also: refused,
    summary: 'The page of a login: the request for the wallet, and its state',
  }),
  wallet({
    operation: 'gateway.login.state',
    service: 'gateway',
    method: 'GET',
    paths: walletPath('/login/interaction/{session}/state'),
    cookies: true,
    cors: false,
    stream: 'state',
    summary: 'State of a login, for its page',
    response: schemas.loginStateSchema,
    also: {
      200: {
        description: 'Success; with Accept text/event-stream each state as an event when it occurs',
        content: { 'text/event-stream': text },
      },
    },
  }),
  ofPage({
    operation: 'gateway.login.wallet',
    method: 'GET',
    summary: "A login's request for its browser's wallets (Digital Credentials API)",
    response: pageRequestsResponseSchema,
  }),
  ofPage({
    operation: 'gateway.login.wallet.answer',
    method: 'POST',
    rate: 'wallet',
    request: browserAnswerSchema,
    bodyLimit: PRESENTATION_BODY_BYTES,
    summary: "Response of a browser's wallet to a login's page (OpenID4VP 1.0, A.4)",
    response: schemas.loginNextSchema,
  }),
  visited({
    operation: 'gateway.login.return',
    paths: walletPath('/login/interaction/{session}/return'),
    summary: 'Return address of the wallet; completes the login in the browser that started it',
    query: { response_code: { description: "The wallet's (OpenID4VP 1.0, 8.2)", schema: text } },
  }),
  submitted({
    operation: 'gateway.login.complete',
    ...ofForm,
    paths: walletPath('/login/interaction/{session}/complete'),
    summary: 'Complete a login after the response of a wallet on another device',
  }),
  submitted({
    operation: 'gateway.login.cancel',
    ...ofForm,
    paths: walletPath('/login/interaction/{session}/cancel'),
    summary: 'Redirects to the application with access_denied',
  }),
  open({
    operation: 'gateway.login.asset',
    service: 'gateway',
    paths: walletPath('/login/assets/{file}'),
    cors: false,
    summary: "The login page's script",
    contentType: siteTypes['.js'] ?? '',
  }),
  oauth({
    operation: 'gateway.login.token',
    service: 'gateway',
    paths: walletPath('/login/token'),
    accepts: ['form'],
    request: schemas.tokenFormSchema,
    success: { json: 200 },
    summary: 'Tokens for a code of the OpenID provider (OpenID Connect Core 1.0, 3.1.3)',
    response: schemas.loginTokenSchema,
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    wallet({
      operation: 'gateway.login.userinfo',
      service: 'gateway',
      method,
      paths: walletPath('/login/me'),
      ...(method === 'GET' ? {} : { accepts: ['form', 'empty'] as const, request: schemas.userinfoFormSchema }),
      errors: 'resource',
      summary:
        "The user's claims, for an access token (OpenID Connect Core 1.0, 5.3); as a JWT if the client requires it",
      response: schemas.userinfoSchema,
    }),
  ),
  visited({
    ...logout,
    success: { json: 200 },
    also: refused,
    contentType: 'text/html',
    summary: 'Logout (OpenID Connect RP-Initiated Logout 1.0)',
  }),
  submitted({
    ...logout,
    request: schemas.logoutFormSchema,
    success: { json: 200 },
    also: refused,
    contentType: 'text/html',
    summary: 'The same as a form',
  }),
  submitted({
    operation: 'gateway.login.logout.confirm',
    request: schemas.logoutConfirmationSchema,
    paths: walletPath('/login/session/end/confirm'),
    summary: "Ends the browser's session, and redirects to the application",
  }),
  visited({
    operation: 'gateway.login.logout.done',
    paths: walletPath('/login/session/end/success'),
    success: { json: 200 },
    contentType: 'text/html',
    also: refused,
    summary: 'The page after a logout without an address of the application',
  }),
  management({
    operation: 'gateway.login-client.list',
    task: 'configurations',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/configurations/login-clients'] },
    role: 'viewer',
    audit: { action: 'login-clients.read' },
    summary: 'Applications where users sign in with their wallets',
    response: { type: 'array', items: schemas.storedLoginClientSchema },
  }),
  management({
    operation: 'gateway.login-client.put',
    task: 'configurations',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/configurations/login-clients'] },
    request: loginClientSchema,
    bodyLimit: 64 * KIB,
    role: 'admin',
    audit: { action: 'login-client.written' },
    summary: 'Store an application; replaces any application with that id',
    response: schemas.storedLoginClientSchema,
  }),
  management({
    operation: 'gateway.login-client.delete',
    task: 'configurations',
    service: 'gateway',
    method: 'DELETE',
    paths: { shared: ['/configurations/login-clients/{id}'] },
    role: 'admin',
    audit: { action: 'login-client.removed' },
    summary: 'Delete an application; a file of the same id comes back',
    response: emptySchema,
  }),
  management({
    operation: 'gateway.login-keys.rotate',
    task: 'configurations',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/configurations/login-keys/rotate'] },
    role: 'admin',
    audit: { action: 'login-keys.rotated' },
    summary: 'Add keys that sign ID tokens; they are published immediately and sign ten minutes later',
    response: emptySchema,
  }),
];
