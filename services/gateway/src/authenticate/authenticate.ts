/** Management authentication: default deny, one credential per request. */

import { hasCookie } from '@countersign/shared/http/browser-cookie';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Settings } from '@countersign/shared/settings/settings';
import { API_KEY_CLIENT, isApiKey } from './api-key.ts';
import { type BearerTokens, createBearerTokens } from './bearer-token.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { ClientOf } from './client-of.ts';
import { isPresentSecret } from './client-secret.ts';
import { consoleCookie } from './console-cookie.ts';
import type { ConsoleSessions } from './console-sessions.ts';
import { isOther, loginMissing, otherShape, refused } from './login-refusals.ts';
import { checkOwnPage } from './own-page.ts';
import { managesPlatform } from './platform-callers.ts';
import type { TenantStatusOf } from './tenant-status.ts';
import { visitingCaller } from './visited-tenant.ts';

/**
 * @returns the caller of a management route; the path's owner decides which credential is accepted
 * @throws ProtocolError `unauthenticated`, `invalid_request` if two credentials are sent, `forbidden` if the console's
 *   cookie comes from a page outside the console
 */
export function createAuthenticate(options: {
  readonly settings: Settings;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
  readonly consoleSessions: Pick<ConsoleSessions, 'read'>;
  readonly tenantStatusOf: TenantStatusOf;
}): Authenticate {
  const { settings, clientOf, clock, consoleSessions, tenantStatusOf } = options;
  const cookieName = consoleCookie(settings.PUBLIC_URL).name;
  const publicOrigin = new URL(settings.PUBLIC_URL).origin;
  const { JWT_SECRET: key, PUBLIC_URL: issuer } = settings;
  const tokens = key === undefined ? undefined : createBearerTokens({ key, issuer });
  const enabled = {
    a: settings.AUTH_API_KEY !== undefined,
    b: tokens !== undefined && settings.AUTH_CLIENT_SECRET !== undefined,
  };
  return async (headers, call) => {
    const { owner } = call;
    const apiKeys = headers['x-api-key'] ?? [];
    const authorizations = headers.authorization ?? [];
    const cookie = headers.cookie?.join('; ');
    const cookies = hasCookie(cookie, cookieName) ? 1 : 0;
    if (Math.min(apiKeys.length, 1) + Math.min(authorizations.length, 1) + cookies > 1) {
      throw new ProtocolError('invalid_request', 'Send only one of API key, bearer token and console cookie', {
        reason: 'login_twofold',
      });
    }
    const sent = apiKeys.length > 0 ? 'a' : authorizations.length > 0 ? 'b' : undefined;
    if (sent !== undefined && isOther(owner, sent)) throw otherShape(call, sent, enabled);
    if (sent === 'a') return byApiKey(apiKeys, settings);
    if (sent === 'b') return byBearer(authorizations, { settings, tokens, clientOf, clock });
    if (cookies === 0) throw loginMissing(call);
    checkOwnPage(headers, call.route.method, publicOrigin);
    const session = await consoleSessions.read(cookie);
    if (session === undefined) throw refused(owner, 'console_session_ended');
    const visit = { tenantStatusOf, hasDefault: enabled.a };
    const caller = await visitingCaller(session.caller, headers, call.route, visit);
    if (isOther(owner, caller.variant)) throw otherShape(call, caller.variant, enabled);
    return caller;
  };
}

function byApiKey(values: readonly string[], settings: Settings): Caller {
  const [key = ''] = values;
  if (values.length !== 1 || !isApiKey(settings, key)) throw refused('a', 'api_key_wrong');
  return { variant: 'a', tenant: DEFAULT_TENANT, client: API_KEY_CLIENT, role: 'admin', platform: true };
}

interface BearerParts {
  readonly settings: Settings;
  /** Undefined without JWT_SECRET. */
  readonly tokens: BearerTokens | undefined;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
}

async function byBearer(
  values: readonly string[],
  { settings, tokens, clientOf, clock }: BearerParts,
): Promise<Caller> {
  const { JWT_SECRET: key, AUTH_CLIENT_SECRET: login } = settings;
  const token = /^Bearer ([A-Za-z0-9._-]{1,4096})$/i.exec(values[0] ?? '')?.[1];
  const enabled = tokens !== undefined && key !== undefined && login !== undefined;
  if (values.length !== 1 || token === undefined || !enabled) {
    throw refused('b', 'bearer_token_invalid');
  }
  const claims = await tokens.verify(token, clock());
  // A token is void once its client, the client's tenant or the secret of its login has changed.
  const client = await clientOf(claims.clientId);
  const valid = client?.tenant === claims.tenant && isPresentSecret(client, claims.fingerprint, key);
  if (!valid) throw refused('b', 'bearer_token_invalid');
  const { id, tenant, role } = client;
  return { variant: 'b', tenant, client: id, role, platform: managesPlatform(tenant, role) };
}
