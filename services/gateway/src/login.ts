/** `POST /auth/token`: a bearer token for client id and secret. */
import type { Cache } from '@countersign/shared/cache/port';
import type { Clock } from '@countersign/shared/clock';
import { ProtocolError } from '@countersign/shared/errors';
import type { Operation } from '@countersign/shared/http/message';
import { bodyObject } from '@countersign/shared/http/message';
import type { Random } from '@countersign/shared/random';
import { randomId } from '@countersign/shared/random';
import type { Settings } from '@countersign/shared/settings';
import { signBearerToken } from './bearer-token.ts';
import { hashSecret, sameSecret, secretFingerprint, secretMatches } from './client-secret.ts';
import type { Client, Clients } from './clients.ts';
import { createLoginLimit } from './login-limit.ts';

interface Options {
  readonly settings: Settings;
  readonly clients: Clients;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Random;
}

/** Makes the operation. Failed logins are limited per client and address; an unknown client costs as much as a known one. */
export function createLogin({ settings, clients, cache, clock, random }: Options): Operation {
  const limit = createLoginLimit({ cache, clock, most: settings.RATE_LOGIN });
  const decoy = hashSecret(randomId(random), random);
  return async (request) => {
    const key = settings.JWT_SECRET;
    if (key === undefined) throw new ProtocolError('not_found', 'Variant B is not enabled');
    const { client_id: clientId, client_secret: secret } = bodyObject(request);
    const attempt = limit.begin(String(clientId), request.address ?? '');
    const client = (await clients()).get(String(clientId));
    if (client === undefined || !(await matches(String(secret), client))) {
      if (client === undefined) await secretMatches(String(secret), await decoy);
      await attempt.failed();
      throw new ProtocolError('unauthenticated', 'The client is unknown or the secret is wrong');
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
    return { body: { access_token: token, token_type: 'Bearer', expires_in: duration(settings.AUTH_TOKEN_TTL) } };
  };
}

/** Seconds as the interface writes durations: `24h`, `90m`, `45s`. */
export function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

function matches(secret: string, client: Client): Promise<boolean> {
  const { kind, stored } = client.secret;
  return kind === 'plain' ? Promise.resolve(sameSecret(secret, stored)) : secretMatches(secret, stored);
}
