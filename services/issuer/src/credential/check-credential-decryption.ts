import type { OperationRequest } from '@countersign/shared/http/message';
import type { Settings } from '@countersign/shared/settings/settings';
import type { ResourceServer } from '../client/received.ts';
import { invalidEncryption } from './credential-encryption.ts';
import { decryptRequest, parseEncryptedRequest } from './encrypted-request.ts';

/**
 * OpenID4VCI 1.0, 10: decrypts a request; the checks below see its clear text as the body. After the checks of the token, so
 * that a key agreement is computed for wallets with a token alone.
 * @throws ProtocolError `invalid_encryption_parameters`; `invalid_credential_request` where it holds no JSON object
 */
export async function checkCredentialDecryption({
  request,
  encryptionKeys,
  requirementsOf,
  platform: { settings },
}: Pick<ResourceServer, 'encryptionKeys' | 'requirementsOf'> & {
  readonly request: OperationRequest;
  readonly platform: { readonly settings: Pick<Settings, 'REQUEST_COMPRESSION'> };
}): Promise<{ readonly request: OperationRequest; readonly encrypted: boolean }> {
  const { tenant } = request;
  if (request.encoding !== 'jwt') {
    if (requirementsOf(tenant).credentialEncryption === 'required') {
      throw invalidEncryption('The request must be encrypted', { reason: 'encryption_required' });
    }
    return { request, encrypted: false };
  }
  const jwe = parseEncryptedRequest(request.body, settings.REQUEST_COMPRESSION);
  const body = decryptRequest(jwe, await encryptionKeys.find(tenant, jwe.kid));
  return { request: { ...request, body, encoding: 'json' }, encrypted: true };
}
