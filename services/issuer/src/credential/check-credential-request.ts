import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import { LARGEST_BATCH } from '../configuration/reuse-policy.ts';
import { acceptedLegacy, type CredentialRequest, parseCredentialRequest } from './credential-request.ts';

export interface WithCredentialRequest {
  readonly credentialRequest: CredentialRequest;
}

/** OpenID4VCI 1.0, 8.2; the batch size of the configuration is checked once that is known. @throws ProtocolError `invalid_credential_request`, `invalid_proof` */
export function checkCredentialRequest({ request }: { readonly request: OperationRequest }): WithCredentialRequest {
  const body = bodyObject(request);
  const credentialRequest = parseCredentialRequest(body, LARGEST_BATCH);
  const legacy = acceptedLegacy(body);
  if (legacy !== undefined) request.note?.(legacy);
  return { credentialRequest };
}
