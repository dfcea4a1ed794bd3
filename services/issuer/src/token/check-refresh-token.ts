import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { isWorking } from '@countersign/shared/flow-config/listed';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import {
  checkRefreshToken as checkUsable,
  unknownRefreshToken,
} from '@countersign/shared/model/refresh/refresh-transitions';
import { type RefreshGrantDocument, refreshGrantId, refreshGrants } from '@countersign/shared/model/refresh-grants';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Received } from '../client/received.ts';
import { REFRESH_TOKEN_GRANT } from '../configuration/authorization-server-metadata.ts';
import { unknownGrant } from './parameter-checks.ts';

/**
 * RFC 6749, 5.2 and 6: the token names a record of the tenant, and is neither ended nor removed.
 * @throws ProtocolError `invalid_grant`; `unsupported_grant_type` where the tenant renews no credentials
 */
export async function checkRefreshToken({
  platform,
  configurations,
  request: { tenant },
  refreshToken,
}: Pick<Received, 'platform' | 'configurations' | 'request'> & { readonly refreshToken: string }): Promise<{
  readonly record: RefreshGrantDocument;
}> {
  const reference = parseReference(refreshToken);
  const record =
    reference && (await ofTenant(platform.store, tenant).get(refreshGrants, refreshGrantId(reference.handle)));
  if (reference === undefined || record === undefined) {
    const renews = (await configurations.list(tenant)).some((one) => isWorking(one) && one.configuration.refresh);
    if (!renews) {
      const why = unknownGrant(REFRESH_TOKEN_GRANT);
      throw new ProtocolError('unsupported_grant_type', 'This grant type is not supported', why);
    }
    throw unknownRefreshToken({ reason: 'refresh_token_unknown' });
  }
  checkUsable(record, reference.hash, platform.clock());
  return { record };
}
