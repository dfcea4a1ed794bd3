import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Json } from '@countersign/shared/kernel/json';
import type { DeferredCredential, IssuancePart } from '@countersign/shared/model/issuance/issuance-part';
import { openTransaction, unknownTransaction } from './credential-transitions.ts';

/**
 * OpenID4VCI 1.0, 9.1 and 9.3: the transaction belongs to the grant of the token, whichever of its tokens that is.
 * @throws ProtocolError `invalid_transaction_id`
 */
export function checkTransaction({
  request,
  session: { handle, issuance },
  platform,
}: {
  readonly request: OperationRequest;
  readonly platform: { readonly clock: Clock };
  readonly session: { readonly handle: string; readonly issuance: Pick<IssuancePart, 'deferred'> };
}): { readonly transactionId: string; readonly deferred: DeferredCredential } {
  const { transaction_id: transactionId } = bodyObject(request);
  const reference = parseReference(transactionId);
  const deferred =
    reference?.handle === handle ? openTransaction(issuance, reference.hash, platform.clock()) : undefined;
  if (deferred === undefined || typeof transactionId !== 'string') {
    throw unknownTransaction(findingOf(transactionId, reference?.handle === handle));
  }
  return { transactionId, deferred };
}

/** Not waiting: its credentials were delivered, or it never was. */
function findingOf(transactionId: Json | undefined, ofSession: boolean): Parameters<typeof unknownTransaction>[0] {
  if (transactionId === undefined) return 'missing';
  if (parseReference(transactionId) === undefined) return 'malformed';
  return ofSession ? 'not_waiting' : 'other_session';
}
