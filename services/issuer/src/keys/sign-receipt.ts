/** Signs the receipt of an erasure with the key whose public part `jwks.json` has. */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { seconds } from '@countersign/shared/kernel/clock';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';

/** Internal: body `{jti, ...}` -> `{receipt}`, a JWS with the body's members. */
export function signReceipt({ keys, settings, clock }: Pick<Platform, 'keys' | 'settings' | 'clock'>): Operation {
  return async (request) => {
    const { tenant } = request;
    const key = await keys.signer(tenant, 'credential');
    const issued = { iss: credentialIssuer(settings.PUBLIC_URL, tenant), iat: seconds(clock()) };
    const header = { typ: 'erasure-receipt+jwt', kid: key.kid };
    return { body: { receipt: await signJwtWith(key, { header, payload: { ...bodyObject(request), ...issued } }) } };
  };
}
