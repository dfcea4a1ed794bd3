/** The indexes of the credentials of a request, and the session's record of them: both are written before a credential is sent. */
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Authorized } from '../access/token-checks.ts';
import { goneSession } from '../claims/claims-wait.ts';
import { mostCredentials } from '../configuration/batch-size.ts';
import { invalidNonce } from '../proof/key-proof.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import {
  allocateStatus,
  type CredentialRequestContext,
  issuedCredentials,
  type StatusAllocation,
} from './credential-issue.ts';
import type { CredentialNonces } from './credential-nonce.ts';
import { recordCredentials, replaceStatuses } from './credential-transitions.ts';
import type { StatusReference } from './signable-credentials.ts';

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

/** A record that is written while the status service writes its entry. */
interface Recording {
  readonly references: readonly StatusReference[];
  /** The session with the record. */
  readonly ended: Promise<IssuanceSession>;
}

/**
 * Allocates indexes, marks the nonce as used, and records the credentials. Where the status service runs in this process its
 * entry and the record are written at the same time; else one after the other, so that a 503 of that service uses up no nonce.
 * @returns the references of the credentials; entry, mark and record are written
 * @throws ProtocolError `invalid_nonce`, `invalid_token`, `credential_request_denied`
 */
export async function recordIssued(issued: IssuedRequest): Promise<readonly StatusReference[]> {
  let recording: Recording | undefined;
  const { platform, request, context, allocation } = issued;
  const decided = (references: readonly StatusReference[]): Promise<boolean> => {
    const marked = markNonce(issued);
    const ended = marked.then(() => record(issued, references));
    // Awaited below, unless the allocation fails before.
    ended.catch(() => undefined);
    recording = { references, ended };
    return marked.then(
      () => true,
      () => false,
    );
  };
  const references = await allocateStatus(platform, request, context, { ...allocation, decided });
  await (recording === undefined ? afterwards(issued, references) : completed(issued, recording, references));
  return references;
}

async function afterwards(issued: IssuedRequest, references: readonly StatusReference[]): Promise<void> {
  await markNonce(issued);
  await record(issued, references);
}

/** Where an earlier request with the same proofs had indexes, those count: that request has sent nothing, as the nonce was unused. */
async function completed(
  { platform, authorized: { grant }, notificationId }: IssuedRequest,
  { references, ended }: Recording,
  statuses: readonly StatusReference[],
): Promise<void> {
  const session = await ended;
  if (references.every(({ uri, idx }, place) => statuses[place]?.uri === uri && statuses[place]?.idx === idx)) return;
  const changed = await changeIssuance(platform, session, (present) =>
    replaceStatuses(present, { tokenHash: grant.tokenHash, now: platform.clock(), notificationId, statuses }),
  );
  if (changed === undefined) throw goneSession();
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
  references: readonly StatusReference[],
): Promise<IssuanceSession> {
  const now = platform.clock();
  const credentials = issuedCredentials(context, references, notificationId, now);
  const most = mostCredentials(platform.settings, context.configuration);
  const changed = await changeIssuance(platform, session, (present) =>
    recordCredentials(present, { tokenHash: grant.tokenHash, now, credentials, most }),
  );
  if (changed === undefined) throw goneSession();
  return changed.session;
}
