/** The grant `urn:ietf:params:oauth:grant-type:pre-authorized_code` (OpenID4VCI 1.0, 6.1). */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { redeemPreAuthorizedCode } from '@countersign/shared/model/issuance/token';
import type { Platform } from '@countersign/shared/runtime/service';
import { presentationNeededFor } from '../authorize/presentation-attempt.ts';
import type { Configurations } from '../metadata/configurations.ts';
import { text } from '../protocol/authorization-request.ts';
import { transactionCodeHash } from '../protocol/transaction-code.ts';
import { changeIssuanceOnce, findSession } from '../session/issuance-session.ts';
import { narrowed, newGrant, newToken, type Redemption, tokenAnswer } from './access-grant.ts';

/**
 * Redeems a pre-authorized code, once. Wrong transaction codes are counted by compare-and-set: parallel guesses count
 * each, and at the limit the code is dead.
 * @throws ProtocolError `invalid_grant`, `invalid_request`
 */
export async function redeemPreAuthorized(
  { platform, configurations }: { readonly platform: Platform; readonly configurations: Configurations },
  redemption: Redemption,
): Promise<JsonObject> {
  const { tenant, parameters } = redemption;
  const code = text(parameters, 'pre-authorized_code');
  if (code === undefined) throw new ProtocolError('invalid_request', 'pre-authorized_code is missing');
  const found = await findSession(platform, redemption, code);
  if (found === undefined) throw unknownCode();
  const { session, hash } = found;
  // Refused at the offer; a configuration may have been changed since. Here no wallet presents.
  if ((await presentationNeededFor(configurations, tenant, session.issuance.configurationIds)) !== undefined) {
    throw new ProtocolError('invalid_grant', 'What was offered needs a presentation now');
  }
  const txKey = (await platform.vaults.of(tenant)).derive('tx-code');
  const token = newToken(platform, session.handle);
  const covered = { configurationIds: session.issuance.configurationIds, authorizationDetails: false };
  const grant = newGrant(platform, redemption, token, narrowed(platform, redemption, covered));
  const txCode = text(parameters, 'tx_code');
  const txCodeHash = txCode === undefined ? undefined : transactionCodeHash(txKey, session.handle, txCode);

  const changed = await changeIssuanceOnce(platform, session, redemption.useProof, (present) =>
    redeemPreAuthorizedCode(present, { codeHash: hash, txCodeHash, now: platform.clock(), grant }),
  );
  if (changed === undefined) throw unknownCode();
  if (changed.result === 'wrong_tx_code') throw new ProtocolError('invalid_grant', 'The transaction code is wrong');
  return tokenAnswer(token.token, grant, platform.clock());
}

function unknownCode(): ProtocolError {
  return new ProtocolError('invalid_grant', 'The pre-authorized code is unknown, used or expired');
}
