/** Management authentication: default deny, one credential per request. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Variant } from '../routes/route.ts';
import type { PathOwner } from '../routes/routes.ts';
import { verifyBearerToken } from './bearer-token.ts';
import { sameSecret, secretFingerprint } from './client-secret.ts';
import type { Clients } from './clients.ts';

export interface Caller {
  readonly variant: Variant;
  readonly tenant: string;
  readonly client: string;
}

/** Headers by name, each with every value that was sent. */
export type DistinctHeaders = Readonly<Partial<Record<keyof IncomingHttpHeaders, readonly string[]>>>;

export type Authenticate = (headers: DistinctHeaders, owner: PathOwner) => Promise<Caller>;

/**
 * @returns the caller of a management route; the owner of the path decides which credential counts
 * @throws ProtocolError `unauthenticated`, or `invalid_request` where both credentials are sent
 */
export function createAuthenticate(options: {
  readonly settings: Settings;
  readonly clients: Clients;
  readonly clock: Clock;
}): Authenticate {
  const { settings, clients, clock } = options;
  return async (headers, owner) => {
    const apiKeys = headers['x-api-key'] ?? [];
    const authorizations = headers.authorization ?? [];
    if (apiKeys.length > 0 && authorizations.length > 0) {
      throw new ProtocolError('invalid_request', 'An API key and a bearer token exclude each other', {
        reason: 'login_twofold',
      });
    }
    if (apiKeys.length > 0 && owner !== 'b') return byApiKey(apiKeys, settings.AUTH_API_KEY);
    if (authorizations.length > 0 && owner !== 'a') return byBearer(authorizations, { settings, clients, clock });
    throw refused(owner, 'login_missing');
  };
}

function byApiKey(values: readonly string[], expected: string | undefined): Caller {
  const [key = ''] = values;
  if (values.length !== 1 || expected === undefined || !sameSecret(key, expected)) throw refused('a', 'api_key_wrong');
  return { variant: 'a', tenant: DEFAULT_TENANT, client: 'api-key' };
}

async function byBearer(
  values: readonly string[],
  { settings, clients, clock }: { settings: Settings; clients: Clients; clock: Clock },
): Promise<Caller> {
  const key = settings.JWT_SECRET;
  const token = /^Bearer ([A-Za-z0-9._-]{1,4096})$/i.exec(values[0] ?? '')?.[1];
  if (values.length !== 1 || token === undefined || key === undefined || settings.AUTH_CLIENT_SECRET === undefined) {
    throw refused('b', 'bearer_token_invalid');
  }
  const claims = await verifyBearerToken(token, { key, issuer: settings.PUBLIC_URL, now: clock() });
  // A token is void once its client, the client's tenant or the secret of its login has changed.
  const client = (await clients()).get(claims.clientId);
  const valid =
    client !== undefined &&
    client.tenant === claims.tenant &&
    sameSecret(secretFingerprint(client.secret.stored, client.id, key), claims.fingerprint);
  if (!valid) throw refused('b', 'bearer_token_invalid');
  return { variant: 'b', tenant: client.tenant, client: client.id };
}

function refused(owner: PathOwner, reason: 'login_missing' | 'api_key_wrong' | 'bearer_token_invalid'): ProtocolError {
  const challenge = owner === 'a' ? 'ApiKey header="x-api-key"' : 'Bearer';
  return new ProtocolError('unauthenticated', 'This needs a valid API key or bearer token', {
    reason,
    headers: { 'www-authenticate': challenge },
  });
}
