/** What a credential request or deferred request must satisfy on its own. */

import { LARGEST_BATCH } from '@countersign/shared/configuration-documents/credential-entry';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Json } from '@countersign/shared/kernel/json';
import type { DeferredCredential, IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { Settings } from '@countersign/shared/settings/settings';
import type { ResourceServer } from '../client/received.ts';
import { invalidEncryption } from './credential-encryption.ts';
import { acceptedLegacy, type CredentialRequest, parseCredentialRequest } from './credential-request.ts';
import { openTransaction, unknownTransaction } from './credential-transitions.ts';
import { decryptRequest, parseEncryptedRequest } from './encrypted-request.ts';
import { parseResponseEncryption, type ResponseEncryption } from './response-encryption.ts';

/**
 * OpenID4VCI 1.0, 10: decrypts a request. The checks below see its clear text as the body. It runs after the token
 * checks, so that only wallets with a token cause a key agreement.
 * @throws ProtocolError `invalid_encryption_parameters`; `invalid_credential_request` if the content isn't a JSON
 *   object
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

/**
 * OpenID4VCI 1.0, 8.2 and 9.1. A plain request must not contain a key for the response: an attacker in between could
 * replace it. Drafts allowed it, and some wallets do it. A tenant of profile `open` accepts it and notes it, as it also
 * accepts requests for plain responses, which protect less.
 * @throws ProtocolError `invalid_encryption_parameters`
 */
export function checkResponseEncryption({
  request,
  reports,
  encrypted,
  requirementsOf,
}: Reported & {
  readonly encrypted: boolean;
  readonly requirementsOf: (tenant: string) => Pick<Requirements, 'credentialEncryption' | 'profile'>;
}): { readonly responseEncryption: ResponseEncryption | undefined } {
  const { credentialEncryption, profile } = requirementsOf(request.tenant);
  const required = credentialEncryption === 'required';
  const draft = profile === 'open' && !required;
  const responseEncryption = parseResponseEncryption(bodyObject(request), { encrypted, required, draft });
  if (responseEncryption !== undefined && !encrypted) reports.notes.push(PLAIN_REQUEST);
  return { responseEncryption };
}

const PLAIN_REQUEST = {
  reason: 'request_legacy',
  facts: { parameter: 'credential_response_encryption', detail: 'plain_request' },
} as const;

export interface WithCredentialRequest {
  readonly credentialRequest: CredentialRequest;
}

/**
 * OpenID4VCI 1.0, 8.2. The configuration's batch size is checked once it is known. @throws ProtocolError
 * `invalid_credential_request`, `invalid_proof`
 */
export function checkCredentialRequest({ request, reports }: Reported): WithCredentialRequest {
  const body = bodyObject(request);
  const credentialRequest = parseCredentialRequest(body, LARGEST_BATCH);
  const legacy = acceptedLegacy(body);
  if (legacy !== undefined) reports.notes.push(legacy);
  return { credentialRequest };
}

/**
 * OpenID4VCI 1.0, 9.1 and 9.3: the transaction belongs to the grant of the token, whichever of its tokens that is.
 * @throws ProtocolError `invalid_transaction_id`
 */
export function checkTransaction({
  request,
  session: { handle, issuance },
  platform,
}: {
  readonly request: OperationRequest;
  readonly platform: { readonly clock: Clock };
  readonly session: { readonly handle: string; readonly issuance: Pick<IssuancePart, 'deferred'> };
}): { readonly transactionId: string; readonly deferred: DeferredCredential } {
  const { transaction_id: transactionId } = bodyObject(request);
  const reference = parseReference(transactionId);
  const deferred =
    reference?.handle === handle ? openTransaction(issuance, reference.hash, platform.clock()) : undefined;
  if (deferred === undefined || typeof transactionId !== 'string') {
    throw unknownTransaction(findingOf(transactionId, reference?.handle === handle));
  }
  return { transactionId, deferred };
}

/** Not waiting: its credentials were delivered, or it never was. */
function findingOf(transactionId: Json | undefined, ofSession: boolean): Parameters<typeof unknownTransaction>[0] {
  if (transactionId === undefined) return 'missing';
  if (parseReference(transactionId) === undefined) return 'malformed';
  return ofSession ? 'not_waiting' : 'other_session';
}
