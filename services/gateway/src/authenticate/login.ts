/** `POST /auth/token`: a bearer token for client id and secret. */
import type { Audit } from '@countersign/shared/audit/record';
import type { Cache } from '@countersign/shared/cache/port';
import { limitKey } from '@countersign/shared/http/client-address';
import type { Operation } from '@countersign/shared/http/message';
import { bodyObject } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Random } from '@countersign/shared/kernel/random';
import { randomId } from '@countersign/shared/kernel/random';
import type { Settings } from '@countersign/shared/settings/settings';
import { signBearerToken } from './bearer-token.ts';
import { secretFingerprint } from './client-secret.ts';
import type { Clients } from './clients.ts';
import { createLoginLimit } from './login-limit.ts';
import { createSecretCheck, tooMany } from './secret-check.ts';

interface Options {
  readonly settings: Settings;
  readonly clients: Clients;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Pick<Audit, 'record'>;
}

/**
 * Creates the operation. Failed logins are limited per client and address; the right secret is accepted over the limit too.
 * An unknown client costs as much as a wrong secret.
 */
export function createLogin({ settings, clients, cache, clock, random, audit }: Options): Operation {
  const limit = createLoginLimit({ cache, clock, most: settings.RATE_LOGIN });
  const isRight = createSecretCheck({ random, clock });
  return async (request) => {
    const key = settings.JWT_SECRET;
    if (key === undefined) throw new ProtocolError('not_found', 'Variant B is not enabled', { reason: 'not_offered' });
    const { client_id: clientId, client_secret: secret } = bodyObject(request);
    const from = request.address ?? '';
    const attempt = limit.begin(String(clientId), from);
    const client = (await clients()).get(String(clientId));
    const limited = attempt.over !== undefined;
    const right = await isRight({ client, secret: String(secret), from: limitKey(from), limited });
    if (client === undefined || !right) {
      // Over the limit a guess gets no hint and leaves no audit record, so that guesses can not fill the log.
      if (attempt.over !== undefined) throw tooMany(attempt.over);
      await attempt.failed();
      const claimed = plainId(String(clientId));
      await audit.record({
        tenant: client?.tenant ?? NO_TENANT,
        action: 'token.refused',
        client: claimed,
        request: request.id,
      });
      throw new ProtocolError('unauthenticated', 'The client is unknown or the secret is wrong', {
        reason: 'login_failed',
      });
    }
    attempt.succeeded();
    const token = await signBearerToken(
      {
        id: randomId(random),
        clientId: client.id,
        tenant: client.tenant,
        fingerprint: secretFingerprint(client.secret.stored, client.id, key),
      },
      { key, issuer: settings.PUBLIC_URL, lifetime: settings.AUTH_TOKEN_TTL, now: clock() },
    );
    await audit.record({ tenant: client.tenant, action: 'token.issued', client: client.id, request: request.id });
    return { body: { access_token: token, token_type: 'Bearer', expires_in: duration(settings.AUTH_TOKEN_TTL) } };
  };
}

/** The tenant of a record about an unknown client: it is in the store and in AUDIT_FILE, and no tenant can read it. */
const NO_TENANT = '';

/** The leading part of a claimed client id that could be an id: the caller is not authenticated. */
function plainId(text: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}/.exec(text)?.[0] ?? '';
}

/** Formats seconds as a duration of the interface: `24h`, `90m`, `45s`. */
function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}
