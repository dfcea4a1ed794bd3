/** A request's status indexes, and the session's record of them: both are written before a credential is sent. */
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Authorized } from '../access/token-checks.ts';
import { goneSession } from '../claims/claims-wait.ts';
import { mostCredentials } from '../configuration/batch-size.ts';
import { invalidNonce } from '../proof/key-proof.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import {
  allocateStatus,
  type CredentialRequestContext,
  issuedCredentials,
  type StatusAllocation,
} from './credential-issue.ts';
import type { CredentialNonces } from './credential-nonce.ts';
import { recordCredentials } from './credential-transitions.ts';
import type { StatusPlace } from './signable-credentials.ts';

export interface IssuedRequest {
  readonly platform: Platform;
  readonly nonces: CredentialNonces;
  readonly request: OperationRequest;
  readonly authorized: Authorized;
  readonly context: CredentialRequestContext;
  readonly allocation: Pick<StatusAllocation, 'exp' | 'cause'>;
  readonly nonce: string;
  readonly notificationId: string;
}

/**
 * Allocates indexes, marks the nonce as used, and records the credentials, one after the other, so that a 503 of the status
 * service uses up no nonce.
 * @returns the credentials' status list entries; entry, mark and record are written
 * @throws ProtocolError `invalid_nonce`, `invalid_token`, `credential_request_denied`
 */
export async function recordIssued(issued: IssuedRequest): Promise<readonly StatusPlace[]> {
  const { platform, request, context, allocation } = issued;
  const references = await allocateStatus(platform, request, context, allocation);
  await markNonce(issued);
  await record(issued, references);
  return references;
}

/** Marks the nonce of a request as used. @throws ProtocolError `invalid_nonce` */
export async function markNonce({
  nonces,
  request: { tenant },
  nonce,
}: Pick<IssuedRequest, 'nonces' | 'request' | 'nonce'>): Promise<void> {
  const refusal = await nonces.use(tenant, nonce);
  if (refusal !== undefined) throw invalidNonce(refusal);
}

async function record(
  { platform, authorized: { session, grant }, context, notificationId }: IssuedRequest,
  references: readonly StatusPlace[],
): Promise<void> {
  const now = platform.clock();
  const credentials = issuedCredentials(context, references, notificationId, now);
  const most = mostCredentials(platform.settings, context.configuration);
  const changed = await changeIssuance(platform, session, (present) =>
    recordCredentials(present, { tokenHash: grant.tokenHash, now, credentials, most }),
  );
  if (changed === undefined) throw goneSession();
}
