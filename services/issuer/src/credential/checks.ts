/**
 * The checks of the credential and the deferred credential endpoint, in their order: the first check that refuses decides the error. The nonce endpoint
 * (OpenID4VCI 1.0, 7) is public and checks nothing.
 */
import { checkTable } from '@countersign/shared/http/check-table';
import type { Reported } from '@countersign/shared/http/reports';
import {
  checkAccessToken,
  checkAuthorizationHeader,
  checkBearerAccepted,
  checkTokenPlace,
  checkTokenProof,
  checkTokenType,
} from '../access/token-checks.ts';
import { checkClaimsKept } from '../claims/check-claims-kept.ts';
import { checkNotFailed } from '../claims/check-not-failed.ts';
import type { ResourceServer } from '../client/received.ts';
import { checkKeyAttestationStatus } from '../proof/check-key-attestation-status.ts';
import { checkKeyProofs } from './check-key-proofs.ts';
import { checkBatchSize, checkCredentialCovered, checkRoomLeft } from './grant-checks.ts';
import {
  checkCredentialDecryption,
  checkCredentialRequest,
  checkResponseEncryption,
  checkTransaction,
} from './request-checks.ts';

/** The initial values of a request, by column. */
interface Starts {
  readonly credential: ResourceServer & Reported;
  readonly deferred: ResourceServer & Reported;
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
