/** The key that signs a request which was created earlier. */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { Platform } from '@countersign/shared/runtime/service';
import type { SealedRequest } from './sealed-request.ts';

/**
 * The active key, or its predecessor if its certificate is in the request's client identifier; undefined if that one
 * was replaced more than 48 hours ago, or by the operator's file.
 */
export async function requestKey(
  { settings, keys, requirementsOf }: Pick<Platform, 'settings' | 'keys' | 'requirementsOf'>,
  tenant: string,
  { clientId, keySet }: Pick<SealedRequest, 'clientId' | 'keySet'>,
): Promise<SigningKey | undefined> {
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  const required = requirementsOf(tenant);
  const [active, ...replaced] = await keys.signers(tenant, 'request', keySet);
  // A host identifier doesn't identify a key. Only a hash tells which one the wallet expects.
  const usable = active === undefined ? [] : [active, ...(required.clientIdPrefix === 'x509_hash' ? replaced : [])];
  return usable.find((key) => clientIdentifier(required, key, issuer) === clientId);
}
