/** The grant `urn:ietf:params:oauth:grant-type:pre-authorized_code` (OpenID4VCI 1.0, 6.1). */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { IssuancePart, TxCodeState } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { text } from '../protocol/authorization-request.ts';
import { fail, redeemPreAuthorizedCode } from '../protocol/issuance-state.ts';
import { MAX_TX_CODE_FAILURES, transactionCodeHash } from '../protocol/transaction-code.ts';
import { type Change, changeIssuanceOnce, type IssuanceSession, issuanceEvent } from '../session/issuance-session.ts';
import { narrowed, newGrant, newToken, type Redemption, tokenAnswer } from './access-grant.ts';

/**
 * Redeems a pre-authorized code, once. Wrong transaction codes are counted by compare-and-set: parallel guesses count
 * each, and at the limit the code is dead.
 * @throws ProtocolError `invalid_grant`, `invalid_request`
 */
export async function redeemPreAuthorized(redemption: Redemption): Promise<JsonObject> {
  const { platform, request, parameters, proof, found } = redemption;
  const { session, hash } = found;
  const txKey = (await platform.vaults.of(request.tenant)).derive('tx-code');
  const token = newToken(platform, session.handle);
  const covered = { configurationIds: session.issuance.configurationIds, authorizationDetails: false };
  const grant = newGrant(redemption, token, narrowed(redemption, covered));

  let wrongCode = false;
  const stored = await changeIssuanceOnce(
    platform,
    session,
    async () => proof?.use(),
    (part) => {
      wrongCode = false;
      const progress = redeemPreAuthorizedCode(part, hash, grant);
      if (platform.clock() >= session.expiresAt) throw unknownCode();
      if (fitsTransactionCode(part.txCode, text(parameters, 'tx_code'), txKey, session.handle)) {
        return { issuance: { ...part, progress } };
      }
      wrongCode = true;
      return countFailure(platform, session, part);
    },
  );
  if (stored === undefined) throw unknownCode();
  if (wrongCode) throw new ProtocolError('invalid_grant', 'The transaction code is wrong');
  return tokenAnswer(token.token, grant, platform.clock());
}

/** @throws ProtocolError `invalid_request` where a code is missing or was not asked for */
function fitsTransactionCode(
  expected: TxCodeState | undefined,
  given: string | undefined,
  key: Buffer,
  handle: string,
): boolean {
  if (expected === undefined) {
    if (given !== undefined) throw new ProtocolError('invalid_request', 'No tx_code is expected');
    return true;
  }
  if (given === undefined) throw new ProtocolError('invalid_request', 'tx_code is missing');
  return sameHash(expected.hash, transactionCodeHash(key, handle, given));
}

function countFailure(platform: Platform, session: IssuanceSession, part: IssuancePart): Change {
  if (part.txCode === undefined) return { issuance: part };
  const failures = part.txCode.failures + 1;
  const counted: IssuancePart = { ...part, txCode: { ...part.txCode, failures } };
  if (failures < MAX_TX_CODE_FAILURES) return { issuance: counted };
  // OpenID4VCI 1.0, 13.6.3: guessing ends here.
  const reason = 'tx_code_attempts';
  return {
    issuance: fail(counted, reason),
    events: [issuanceEvent(platform, session, 'issuance.failed.v1', { reason })],
  };
}

function unknownCode(): ProtocolError {
  return new ProtocolError('invalid_grant', 'The pre-authorized code is unknown, used or expired');
}
