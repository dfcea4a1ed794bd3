/** `POST /console/login`, `GET /console/session` and `POST /console/logout`: users at the console. */

import type { Audit } from '@countersign/shared/audit/record';
import type { RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Settings } from '@countersign/shared/settings/settings';
import { API_KEY_CLIENT, apiKeyClient } from '../authenticate/api-key.ts';
import type { Caller } from '../authenticate/caller.ts';
import type { Client } from '../authenticate/client.ts';
import type { ClientOf } from '../authenticate/client-of.ts';
import { consoleCookie } from '../authenticate/console-cookie.ts';
import type { ConsoleSession, ConsoleSessions, SignedInPerson } from '../authenticate/console-sessions.ts';
import type { SecretLogin } from '../authenticate/secret-login.ts';
import type { ConsoleLogin } from '../schemas/sign-in-schemas.ts';

export interface ConsoleLoginParts {
  readonly settings: Settings;
  readonly requirementsOf: RequirementsOf;
  readonly clientOf: ClientOf;
  readonly secretLogin: SecretLogin;
  readonly consoleSessions: ConsoleSessions;
  readonly audit: Pick<Audit, 'record'>;
}

/** Exchanges an API key, or client id and secret, for the console's cookie. */
export function consoleLogin({
  settings,
  clientOf,
  secretLogin,
  requirementsOf,
  ...parts
}: ConsoleLoginParts): Operation<ConsoleLogin> {
  const known = async ({
    api_key: apiKey,
    client_id: clientId = '',
    client_secret: secret = '',
  }: ConsoleLogin): Promise<{ clientId: string; secret: string; client: Client | undefined }> => {
    if (apiKey !== undefined) return { clientId: API_KEY_CLIENT, secret: apiKey, client: apiKeyClient(settings) };
    const enabled = settings.AUTH_CLIENT_SECRET !== undefined && settings.JWT_SECRET !== undefined;
    const client = enabled ? await clientOf(clientId) : undefined;
    return { clientId, secret, client };
  };
  return async (request) => {
    if (settings.CONSOLE === 'off') {
      throw new ProtocolError('not_found', 'The console is off', { reason: 'not_offered' });
    }
    checkMembers(request.body);
    const attempt = await known(request.body);
    const client = await secretLogin(request, { ...attempt, action: 'console.refused' });
    const { session, setCookie } = await beginSession(parts, request, client);
    return { body: sessionView(requirementsOf, session.caller, session), headers: { 'set-cookie': setCookie } };
  };
}

/** @throws ProtocolError `invalid_request` unless the body is one credential */
function checkMembers(body: JsonObject): void {
  const byKey = body.api_key !== undefined;
  const expected = byKey ? ['api_key'] : ['client_id', 'client_secret'];
  const errors = [
    ...expected.filter((name) => body[name] === undefined).map((name) => ({ name, detail: 'is required' })),
    ...Object.keys(body)
      .filter((name) => !expected.includes(name))
      .map((name) => ({ name, detail: 'excludes api_key' })),
  ].map(({ name, detail }) => ({ pointer: `/${name}`, detail }));
  if (errors.length === 0) return;
  throw new ProtocolError('invalid_request', 'The body needs api_key, or client_id and client_secret', {
    reason: 'body_invalid',
    errors,
  });
}

/** Signs in under a new secret, ends the session that the browser had, and records it. */
export async function beginSession(
  { consoleSessions, audit }: Pick<ConsoleLoginParts, 'consoleSessions' | 'audit'>,
  request: OperationRequest<unknown>,
  who: Client | SignedInPerson,
): ReturnType<ConsoleSessions['begin']> {
  await consoleSessions.end(request.headers.cookie);
  const begun = await consoleSessions.begin(who);
  const { tenant, client } = begun.session.caller;
  await audit.record({ tenant, action: 'console.signed-in', client, request: request.id });
  return begun;
}

/** The caller: by cookie, API key or bearer token. */
export function consoleSession({
  consoleSessions,
  requirementsOf,
}: Pick<ConsoleLoginParts, 'consoleSessions' | 'requirementsOf'>): Operation {
  return async ({ tenant, client = '', role = 'viewer', platform = false, headers }) => {
    const session = await consoleSessions.read(headers.cookie);
    const variant = tenant === DEFAULT_TENANT ? 'a' : 'b';
    const view = sessionView(requirementsOf, { variant, tenant, client, role, platform }, session);
    const home = session?.caller.tenant ?? tenant;
    return { body: home === tenant ? view : { ...view, home } };
  };
}

/** Ends the cookie's session, at every replica, and removes the cookie. */
export function consoleLogout({
  settings,
  consoleSessions,
}: Pick<ConsoleLoginParts, 'settings' | 'consoleSessions'>): Operation {
  const { remove } = consoleCookie(settings.PUBLIC_URL);
  return async ({ headers }) => {
    await consoleSessions.end(headers.cookie);
    return { body: {}, headers: { 'set-cookie': remove } };
  };
}

function sessionView(
  requirementsOf: RequirementsOf,
  { tenant, variant, role, platform, client }: Caller,
  session: Pick<ConsoleSession, 'name' | 'expiresAt'> | undefined,
): JsonObject {
  const end = session === undefined ? {} : { expiresAt: isoTime(session.expiresAt) };
  return {
    tenant,
    variant,
    role,
    platform,
    name: session?.name ?? client,
    ...profileOf(requirementsOf, tenant),
    ...end,
  };
}

/** Users can sign in with a broken `tenant.json` too: the console shows them what is wrong. */
function profileOf(requirementsOf: RequirementsOf, tenant: string): JsonObject {
  try {
    return { profile: requirementsOf(tenant).profile };
  } catch (error) {
    if (error instanceof ProtocolError) return {};
    throw error;
  }
}
