/**
 * The checks of the token endpoint, in their order: the first check that refuses decides the error. The state of the session
 * is checked after the table, by the transition of the write.
 *
 * | column | request |
 * |---|---|
 * | `code` | POST token, grant `authorization_code` |
 * | `preAuth` | POST token, grant `pre-authorized_code` |
 * | `refresh` | POST token, grant `refresh_token` |
 */
import { checkTable } from '@countersign/shared/http/check-table';
import { checkNoPresentation } from '../authorize/presentation-checks.ts';
import { checkNoSignIn } from '../authorize/sign-in-checks.ts';
import { checkResource } from '../client/check-resource.ts';
import { authenticateClient, checkClientNamed } from '../client/client-checks.ts';
import { checkDpopProof, checkDpopRequired } from '../client/dpop/dpop-checks.ts';
import type { Received } from '../client/received.ts';
import {
  checkCode,
  checkCodeGiven,
  checkGrantType,
  checkPreAuthorizedCode,
  checkPreAuthorizedCodeGiven,
  checkRefreshTokenGiven,
} from './parameter-checks.ts';
import {
  checkNotSuspended,
  checkOriginalWallet,
  checkRefreshHolder,
  checkRefreshNarrowed,
  checkRefreshToken,
} from './refresh-checks.ts';

/** The initial values of a request, by column. */
interface Starts {
  readonly code: Received;
  readonly preAuth: Received;
  readonly refresh: Received;
}

export const tokenChecks = checkTable<Starts>()
  .row(checkGrantType, 'code', 'preAuth')
  .row(checkResource, 'code', 'preAuth', 'refresh')
  .row(checkDpopProof, 'code', 'preAuth', 'refresh')
  .row(checkDpopRequired, 'code', 'preAuth', 'refresh')
  .row(authenticateClient, 'code', 'preAuth', 'refresh')
  .row(checkCodeGiven, 'code')
  .row(checkPreAuthorizedCodeGiven, 'preAuth')
  .row(checkClientNamed, 'code')
  .row(checkCode, 'code')
  .row(checkPreAuthorizedCode, 'preAuth')
  .row(checkNoPresentation, 'preAuth')
  .row(checkNoSignIn, 'preAuth')
  .row(checkRefreshTokenGiven, 'refresh')
  .row(checkRefreshToken, 'refresh')
  .row(checkRefreshHolder, 'refresh')
  .row(checkRefreshNarrowed, 'refresh')
  .row(checkNotSuspended, 'refresh')
  .row(checkOriginalWallet, 'refresh');
