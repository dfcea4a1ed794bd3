/** The grant `urn:ietf:params:oauth:grant-type:pre-authorized_code` (OpenID4VCI 1.0, 6.1). */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { redeemPreAuthorizedCode } from '@countersign/shared/model/issuance/token';
import { useProofs } from '../client/use-proofs.ts';
import { text } from '../protocol/authorization-request.ts';
import { transactionCodeHash } from '../protocol/transaction-code.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import { narrowed, newGrant, newToken, type Redemption, tokenAnswer } from './access-grant.ts';
import { sealedWalletStatus } from './wallet-status.ts';

/**
 * Redeems a pre-authorized code, once. Wrong transaction codes are counted by compare-and-set: concurrent guesses all count,
 * and at the limit the code is invalidated.
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
  const changed = await changeIssuanceOnce(platform, session, use, (present) =>
    redeemPreAuthorizedCode(present, { codeHash: hash, txCodeHash, now: platform.clock(), grant }),
  );
  if (changed === undefined) throw unknownCode();
  if (changed.result === 'wrong_tx_code') throw new ProtocolError('invalid_grant', 'The transaction code is wrong');
  return tokenAnswer(token.token, grant, platform.clock());
}

function unknownCode(): ProtocolError {
  return new ProtocolError('invalid_grant', 'The pre-authorized code is unknown, used or expired');
}
