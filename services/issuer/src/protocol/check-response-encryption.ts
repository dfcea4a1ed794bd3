import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import { parseResponseEncryption, type ResponseEncryption } from './response-encryption.ts';

/** OpenID4VCI 1.0, 8.2 and 9.1. @throws ProtocolError `invalid_encryption_parameters` */
export function checkResponseEncryption({
  request,
  encrypted,
  requirementsOf,
}: {
  readonly request: OperationRequest;
  readonly encrypted: boolean;
  readonly requirementsOf: (tenant: string) => Pick<Requirements, 'credentialEncryption'>;
}): { readonly responseEncryption: ResponseEncryption | undefined } {
  const required = requirementsOf(request.tenant).credentialEncryption === 'required';
  return { responseEncryption: parseResponseEncryption(bodyObject(request), { encrypted, required }) };
}
