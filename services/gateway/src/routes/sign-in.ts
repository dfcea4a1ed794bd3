/** Routes for console users: sign-in, and the installation's effective settings. */
import { emptySchema } from '../schemas/response-schemas.ts';
import * as schemas from '../schemas/sign-in-schemas.ts';
import { browserLink, KIB, management, type Row, wallet } from './kinds.ts';
import type { Route } from './route.ts';

const text = { type: 'string' } as const;

/** A link that a user's browser follows to the provider, or back from it. */
function providerLink(row: Pick<Row, 'operation' | 'paths' | 'summary' | 'query'>): Route {
  return browserLink({ ...row, task: 'access', service: 'gateway', rate: 'wallet' });
}

export const signInRoutes: readonly Route[] = [
  wallet({
    operation: 'gateway.console.login',
    task: 'access',
    service: 'gateway',
    method: 'POST',
    paths: { global: ['/console/login'] },
    request: schemas.consoleLoginSchema,
    success: { json: 201 },
    errors: 'problem',
    cors: false,
    bodyLimit: 16 * KIB,
    login: true,
    cookies: true,
    ownPages: true,
    audit: { action: 'console.signed-in', by: 'operation' },
    summary: 'Sign in at the console: a cookie for an API key, or for client id and secret',
    response: schemas.consoleSessionSchema,
  }),
  providerLink({
    operation: 'gateway.console.login.begin',
    paths: { global: ['/console/login/oidc'] },
    summary: "Redirects to your organisation's identity provider",
  }),
  providerLink({
    operation: 'gateway.console.login.end',
    paths: { global: ['/console/login/callback'] },
    summary: "Receives the identity provider's response, signs in and redirects to the console",
    query: {
      state: { description: 'The `state` in the redirect to the provider', schema: text, required: true },
      code: { description: 'Authorization code of the provider', schema: text },
      iss: { description: 'Issuer identifier of the provider (RFC 9207)', schema: text },
      error: { description: 'Error of the provider', schema: text },
    },
  }),
  management({
    operation: 'gateway.console.session',
    task: 'access',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/console/session'] },
    cookies: true,
    role: 'viewer',
    audit: { action: 'console.session-read', by: 'operation' },
    summary: 'The caller: tenant, role, and when the console sign-in expires',
    response: schemas.consoleSessionSchema,
  }),
  management({
    operation: 'gateway.settings',
    task: 'operations',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/settings'] },
    role: 'admin',
    platform: true,
    audit: { action: 'settings.read' },
    summary: 'Settings of the gateway with their sources, secrets masked; version and licence',
    response: schemas.effectiveSettingsSchema,
  }),
  management({
    operation: 'gateway.console.logout',
    task: 'access',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/console/logout'] },
    success: { json: 200 },
    cookies: true,
    role: 'viewer',
    audit: { action: 'console.signed-out' },
    summary: 'Sign out of the console: the cookie stops working everywhere',
    response: emptySchema,
  }),
];
