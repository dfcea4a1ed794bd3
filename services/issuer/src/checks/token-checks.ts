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
import { checkClientNamed } from '../protocol/check-client-named.ts';
import { checkCodeGiven } from '../protocol/check-code-given.ts';
import { checkDpopRequired } from '../protocol/check-dpop-required.ts';
import { checkGrantType } from '../protocol/check-grant-type.ts';
import { checkPreAuthorizedCodeGiven } from '../protocol/check-pre-authorized-code-given.ts';
import { checkRefreshTokenGiven } from '../protocol/check-refresh-token-given.ts';
import { checkResource } from '../protocol/check-resource.ts';
import { authenticateClient } from './authenticate-client.ts';
import { checkCode } from './check-code.ts';
import { checkDpopProof } from './check-dpop-proof.ts';
import { checkDryRun } from './check-dry-run.ts';
import { checkNoPresentation } from './check-no-presentation.ts';
import { checkNoSignIn } from './check-no-sign-in.ts';
import { checkOriginalWallet } from './check-original-wallet.ts';
import { checkPreAuthorizedCode } from './check-pre-authorized-code.ts';
import { checkRefreshHolder } from './check-refresh-holder.ts';
import { checkRefreshNarrowed } from './check-refresh-narrowed.ts';
import { checkRefreshToken } from './check-refresh-token.ts';
import { checkTable } from './check-table.ts';
import type { Received } from './received.ts';

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
  .row(checkDryRun, 'code', 'preAuth', 'refresh')
  .row(checkNoPresentation, 'preAuth')
  .row(checkNoSignIn, 'preAuth')
  .row(checkRefreshTokenGiven, 'refresh')
  .row(checkRefreshToken, 'refresh')
  .row(checkRefreshHolder, 'refresh')
  .row(checkRefreshNarrowed, 'refresh')
  .row(checkOriginalWallet, 'refresh');
