/** Management authentication: default deny, one credential per request. */
import type { IncomingHttpHeaders } from 'node:http';
import { hasCookie } from '@countersign/shared/http/browser-cookie';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Role } from '@countersign/shared/kernel/role';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Variant } from '../routes/route.ts';
import type { PathOwner } from '../routes/routes.ts';
import { type BearerTokens, createBearerTokens } from './bearer-token.ts';
import type { ClientOf } from './client-of.ts';
import { isPresentSecret, sameSecret } from './client-secret.ts';
import { consoleCookie } from './console-cookie.ts';
import type { ConsoleSessions } from './console-sessions.ts';
import { checkOwnPage } from './own-page.ts';
import { managesPlatform } from './platform-callers.ts';

export interface Caller {
  readonly variant: Variant;
  readonly tenant: string;
  readonly client: string;
  readonly role: Role;
  /** It may manage the whole installation: tenants, settings, quotas. */
  readonly platform: boolean;
  /** Id of the sign-in at the console, where the cookie names the caller. */
  readonly consoleSession?: string;
}

/** Headers by name, each with every value that was sent. */
export type DistinctHeaders = Readonly<Partial<Record<keyof IncomingHttpHeaders, readonly string[]>>>;

/** What of a call decides which credential counts. */
export interface AuthenticatedCall {
  /** Owner of the path. */
  readonly owner: PathOwner;
  readonly method: string;
}

export type Authenticate = (headers: DistinctHeaders, call: AuthenticatedCall) => Promise<Caller>;

/**
 * @returns the caller of a management route; the owner of the path decides which credential counts
 * @throws ProtocolError `unauthenticated`, `invalid_request` where two credentials are sent, `forbidden` where the cookie of the
 * console comes from no page of it
 */
export function createAuthenticate(options: {
  readonly settings: Settings;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
  readonly consoleSessions: Pick<ConsoleSessions, 'read'>;
}): Authenticate {
  const { settings, clientOf, clock, consoleSessions } = options;
  const cookieName = consoleCookie(settings.PUBLIC_URL).name;
  const publicOrigin = new URL(settings.PUBLIC_URL).origin;
  const { JWT_SECRET: key, PUBLIC_URL: issuer } = settings;
  const tokens = key === undefined ? undefined : createBearerTokens({ key, issuer });
  return async (headers, { owner, method }) => {
    const apiKeys = headers['x-api-key'] ?? [];
    const authorizations = headers.authorization ?? [];
    const cookie = headers.cookie?.join('; ');
    const cookies = hasCookie(cookie, cookieName) ? 1 : 0;
    if (Math.min(apiKeys.length, 1) + Math.min(authorizations.length, 1) + cookies > 1) {
      throw new ProtocolError(
        'invalid_request',
        'API key, bearer token and the cookie of the console exclude each other',
        {
          reason: 'login_twofold',
        },
      );
    }
    if (apiKeys.length > 0 && owner !== 'b') return byApiKey(apiKeys, settings.AUTH_API_KEY);
    if (authorizations.length > 0 && owner !== 'a')
      return byBearer(authorizations, { settings, tokens, clientOf, clock });
    if (cookies === 0) throw refused(owner, 'login_missing');
    checkOwnPage(headers, method, publicOrigin);
    const session = await consoleSessions.read(cookie);
    if (session === undefined) throw refused(owner, 'console_session_ended');
    const { caller } = session;
    if (owner !== 'shared' && owner !== caller.variant) throw refused(owner, 'login_missing');
    return caller;
  };
}

function byApiKey(values: readonly string[], expected: string | undefined): Caller {
  const [key = ''] = values;
  if (values.length !== 1 || expected === undefined || !sameSecret(key, expected)) throw refused('a', 'api_key_wrong');
  return { variant: 'a', tenant: DEFAULT_TENANT, client: 'api-key', role: 'admin', platform: true };
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

const NEEDED = {
  login_missing: 'This needs a valid API key or bearer token',
  api_key_wrong: 'This needs a valid API key or bearer token',
  bearer_token_invalid: 'This needs a valid API key or bearer token',
  console_session_ended: 'The sign-in at the console has ended',
} as const;

function refused(owner: PathOwner, reason: keyof typeof NEEDED): ProtocolError {
  const challenge = owner === 'a' ? 'ApiKey header="x-api-key"' : 'Bearer';
  return new ProtocolError('unauthenticated', NEEDED[reason], {
    reason,
    headers: { 'www-authenticate': challenge },
  });
}
