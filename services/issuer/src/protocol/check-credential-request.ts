import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import type { Settings } from '@countersign/shared/settings/settings';
import { type CredentialRequest, parseCredentialRequest } from './credential-request.ts';

export interface WithCredentialRequest {
  readonly credentialRequest: CredentialRequest;
}

/** OpenID4VCI 1.0, 8.2. @throws ProtocolError `invalid_credential_request`, `invalid_proof` */
export function checkCredentialRequest({
  request,
  platform: { settings },
}: {
  readonly request: OperationRequest;
  readonly platform: { readonly settings: Pick<Settings, 'BATCH_SIZE'> };
}): WithCredentialRequest {
  return { credentialRequest: parseCredentialRequest(bodyObject(request), settings.BATCH_SIZE) };
}
