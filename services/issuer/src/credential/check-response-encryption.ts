import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import { parseResponseEncryption, type ResponseEncryption } from './response-encryption.ts';

/**
 * OpenID4VCI 1.0, 8.2 and 9.1. A plain request must not name a key for the answer: somebody on the way could replace it.
 * Drafts allowed it, and wallets in use do it. A tenant of profile `open` accepts it and notes it, as it also accepts
 * requests for plain answers, which protect less.
 * @throws ProtocolError `invalid_encryption_parameters`
 */
export function checkResponseEncryption({
  request,
  encrypted,
  requirementsOf,
}: {
  readonly request: OperationRequest;
  readonly encrypted: boolean;
  readonly requirementsOf: (tenant: string) => Pick<Requirements, 'credentialEncryption' | 'profile'>;
}): { readonly responseEncryption: ResponseEncryption | undefined } {
  const { credentialEncryption, profile } = requirementsOf(request.tenant);
  const required = credentialEncryption === 'required';
  const draft = profile === 'open' && !required;
  const responseEncryption = parseResponseEncryption(bodyObject(request), { encrypted, required, draft });
  if (responseEncryption !== undefined && !encrypted) request.note?.(PLAIN_REQUEST);
  return { responseEncryption };
}

const PLAIN_REQUEST = {
  reason: 'request_legacy',
  facts: { parameter: 'credential_response_encryption', detail: 'plain_request' },
} as const;
