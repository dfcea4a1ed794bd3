/** The grant `urn:ietf:params:oauth:grant-type:pre-authorized_code` (OpenID4VCI 1.0, 6.1). */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import { useProofs } from '../client/dpop/dpop-checks.ts';
import { missingFacts } from '../client/missing-parameter.ts';
import { text } from '../client/wallet-parameters.ts';
import { transactionCodeHash } from '../offer/transaction-code.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { narrowed, newGrant, newToken, type Redemption, tokenAnswer } from './access-grant.ts';
import { refreshable, withRefreshToken } from './refresh-record.ts';
import { invalidPreAuthorizedCode, redeemPreAuthorizedCode, txCodeAttemptsLeft } from './token-transitions.ts';
import { sealedWalletStatus } from './wallet-status.ts';

/**
 * Redeems a pre-authorized code, once. Wrong transaction codes are counted by compare-and-set, so concurrent guesses
 * are all counted, and at the limit the code is invalidated.
 * @throws ProtocolError `invalid_grant`, `invalid_request`
 */
export async function redeemPreAuthorized(redemption: Redemption): Promise<JsonObject> {
  const { platform, request, parameters, client, found } = redemption;
  const { session, hash } = found;
  const txKey = (await platform.vaults.of(request.tenant)).derive('tx-code');
  const token = newToken(platform, session.handle);
  const covered = { configurationIds: session.issuance.configurationIds, authorizationDetails: false };
  const status = await sealedWalletStatus(platform, session, client);
  const grant = newGrant(redemption, token, narrowed(redemption, covered), status);
  const txCode = text(parameters, 'tx_code');
  const txCodeHash = txCode === undefined ? undefined : transactionCodeHash(txKey, session.handle, txCode);

  const use = (): Promise<void> => useProofs(redemption);
  const redeem = (present: IssuanceSession, refresh: Pick<Grant, 'refreshId' | 'waitsUntil'> = {}) =>
    redeemPreAuthorizedCode(present, {
      codeHash: hash,
      txCodeHash,
      missing: () => missingFacts(parameters, 'tx_code'),
      now: platform.clock(),
      grant: { ...grant, ...refresh },
    });
  const { result: expected } = redeem(session);
  // A wrong code is only counted.
  const covering = expected === 'token_issued' ? { session, grant } : undefined;
  const issued = await withRefreshToken(redemption, covering, async (given) => {
    const refresh = given === undefined ? {} : refreshable(platform, session, given.refreshId);
    return changeIssuanceOnce(platform, session, use, (present) => redeem(present, refresh));
  });
  if (issued === undefined) throw invalidPreAuthorizedCode({ reason: 'pre_authorized_code_unknown' });
  if (issued.result.result === 'wrong_tx_code') {
    const facts = { attemptsLeft: txCodeAttemptsLeft(issued.result.session.issuance) };
    throw new ProtocolError('invalid_grant', 'The transaction code is wrong', { reason: 'tx_code_wrong', facts });
  }
  return { ...tokenAnswer(token.token, grant, platform.clock()), ...issued.answer };
}
