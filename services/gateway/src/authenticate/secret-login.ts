/** Checks a login's secret. Failures are limited, counted and recorded in the same way wherever a client logs in. */
import type { Audit } from '@countersign/shared/audit/record';
import type { Cache } from '@countersign/shared/cache/port';
import { limitKey } from '@countersign/shared/http/client-address';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Random } from '@countersign/shared/kernel/random';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Client } from './client.ts';
import { withNamedSecret } from './client-of.ts';
import { createLoginLimit } from './login-limit.ts';
import { createSecretCheck, tooMany } from './secret-check.ts';
import { checkTenantServed, type TenantStatusOf } from './tenant-status.ts';

export interface SecretLoginParts {
  readonly settings: Pick<Settings, 'RATE_LOGIN'>;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Pick<Audit, 'record'>;
  readonly tenantStatusOf: TenantStatusOf;
}

export interface SecretAttempt {
  /** The id that the caller claims. */
  readonly clientId: string;
  readonly secret: string;
  /** The client with that id, if it exists. */
  readonly client: Client | undefined;
  /** The audit action of a refusal. */
  readonly action: 'token.refused' | 'console.refused';
}

/**
 * Failed logins are limited per client and address. The right secret is accepted over the limit too. An unknown client
 * costs as much as a wrong secret. Only a caller with the secret learns whether the tenant is served.
 * @throws ProtocolError `unauthenticated`, `rate_limited`, or `forbidden` if the tenant is not served
 */
export type SecretLogin = (request: OperationRequest<unknown>, attempt: SecretAttempt) => Promise<Client>;

export function createSecretLogin({
  settings,
  cache,
  clock,
  random,
  audit,
  tenantStatusOf,
}: SecretLoginParts): SecretLogin {
  const limit = createLoginLimit({ cache, clock, most: settings.RATE_LOGIN });
  const isRight = createSecretCheck({ random, clock, cache });
  return async (request, { clientId, secret, client: found, action }) => {
    const client = found && withNamedSecret(found, secret);
    const from = request.address ?? '';
    const attempt = await limit.begin(clientId, from);
    const limited = attempt.over !== undefined;
    const right = await isRight({ client, secret, from: limitKey(from), limited });
    const record = { tenant: client?.tenant ?? NO_TENANT, action, client: plainId(clientId), request: request.id };
    if (client !== undefined && right) {
      await attempt.succeeded();
      const served = await tenantStatusOf(client.tenant);
      if (served !== 'served') await audit.record(record);
      checkTenantServed(served);
      return client;
    }
    // Over the limit a guess receives no hint and leaves no audit record, so that guesses cannot fill the log.
    if (attempt.over !== undefined) throw tooMany(attempt.over);
    await audit.record(record);
    throw new ProtocolError('unauthenticated', 'The client is unknown or the secret is wrong', {
      reason: 'login_failed',
    });
  };
}

/** The tenant of a record about an unknown client: it is in the store and in AUDIT_FILE, and no tenant can read it. */
const NO_TENANT = '';

/** The leading part of a claimed client id that could be an id: the caller is not authenticated. */
function plainId(text: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}(~[A-Za-z0-9][A-Za-z0-9._-]{0,126})?/.exec(text)?.[0] ?? '';
}
