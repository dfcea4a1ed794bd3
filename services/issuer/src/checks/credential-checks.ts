/**
 * The checks of the credential and the deferred credential endpoint, in their order: the first check that refuses decides the error. The nonce endpoint
 * (OpenID4VCI 1.0, 7) is public and checks nothing.
 */
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkAuthorizationHeader } from '../protocol/check-authorization-header.ts';
import { checkBatchSize } from '../protocol/check-batch-size.ts';
import { checkCredentialRequest } from '../protocol/check-credential-request.ts';
import { checkResponseEncryption } from '../protocol/check-response-encryption.ts';
import { checkTokenPlace } from '../protocol/check-token-place.ts';
import { checkTokenType } from '../protocol/check-token-type.ts';
import { checkTransaction } from '../protocol/check-transaction.ts';
import { checkAccessToken } from './check-access-token.ts';
import { checkBearerAccepted } from './check-bearer-accepted.ts';
import { checkClaimsKept } from './check-claims-kept.ts';
import { checkCredentialCovered } from './check-credential-covered.ts';
import { checkCredentialDecryption } from './check-credential-decryption.ts';
import { checkKeyAttestationStatus } from './check-key-attestation-status.ts';
import { checkKeyProofs } from './check-key-proofs.ts';
import { checkNotFailed } from './check-not-failed.ts';
import { checkRoomLeft } from './check-room-left.ts';
import { checkTable } from './check-table.ts';
import { checkTokenProof } from './check-token-proof.ts';
import type { ResourceServer } from './received.ts';

/** The initial values of a request, by column. */
interface Starts {
  readonly credential: ResourceServer & { readonly request: OperationRequest };
  readonly deferred: ResourceServer & { readonly request: OperationRequest };
}

export const credentialChecks = checkTable<Starts>()
  .row(checkTokenPlace, 'credential', 'deferred')
  .row(checkAuthorizationHeader, 'credential', 'deferred')
  .row(checkAccessToken, 'credential', 'deferred')
  .row(checkTokenType, 'credential', 'deferred')
  .row(checkTokenProof, 'credential', 'deferred')
  .row(checkBearerAccepted, 'credential', 'deferred')
  .row(checkClaimsKept, 'credential')
  .row(checkNotFailed, 'deferred')
  .row(checkCredentialDecryption, 'credential', 'deferred')
  .row(checkResponseEncryption, 'credential', 'deferred')
  .row(checkCredentialRequest, 'credential')
  .row(checkCredentialCovered, 'credential')
  .row(checkBatchSize, 'credential')
  .row(checkKeyProofs, 'credential')
  .row(checkRoomLeft, 'credential')
  .row(checkKeyAttestationStatus, 'credential')
  .row(checkTransaction, 'deferred');
