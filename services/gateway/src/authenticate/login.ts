/** `POST /auth/token`: a bearer token for client id and secret. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { randomId } from '@countersign/shared/kernel/random';
import type { Settings } from '@countersign/shared/settings/settings';
import type { TokenRequest } from '../schemas/sign-in-schemas.ts';
import { signBearerToken } from './bearer-token.ts';
import type { ClientOf } from './client-of.ts';
import { secretFingerprint } from './client-secret.ts';
import type { SecretLogin, SecretLoginParts } from './secret-login.ts';

interface Options extends Pick<SecretLoginParts, 'clock' | 'random' | 'audit'> {
  readonly settings: Settings;
  readonly clientOf: ClientOf;
  readonly secretLogin: SecretLogin;
}

/** Creates the operation. */
export function createLogin({
  settings,
  clientOf,
  secretLogin,
  clock,
  random,
  audit,
}: Options): Operation<TokenRequest> {
  return async (request) => {
    const key = settings.JWT_SECRET;
    if (key === undefined) throw new ProtocolError('not_found', 'Variant B is not enabled', { reason: 'not_offered' });
    const { client_id: clientId, client_secret: secret } = request.body;
    const client = await secretLogin(request, {
      clientId,
      secret,
      client: await clientOf(clientId),
      action: 'token.refused',
    });
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

/** Formats seconds as an API duration: `24h`, `90m`, `45s`. */
function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}
