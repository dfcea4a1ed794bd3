import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Dpop } from '../client/dpop.ts';
import type { Authorized } from './check-access-token.ts';
import type { PresentedToken } from './check-authorization-header.ts';

/**
 * RFC 9449, 7.1: a bound token comes with a proof of its key, which is used up.
 * @throws ProtocolError `invalid_dpop_proof`, `use_dpop_nonce`, `invalid_token`, `rate_limited`
 */
export async function checkTokenProof({
  dpop,
  request,
  grant,
  scheme,
  token,
}: PresentedToken &
  Pick<Authorized, 'grant'> & { readonly dpop: Dpop; readonly request: OperationRequest }): Promise<void> {
  if (grant.dpopJkt === undefined) return;
  const proof = await dpop.check(request, token);
  if (proof === undefined) {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { scheme, reason: 'dpop_missing' });
  }
  if (proof.jkt !== grant.dpopJkt) {
    const facts = { expectedJkt: grant.dpopJkt, receivedJkt: proof.jkt, detail: 'access_token' };
    throw new ProtocolError('invalid_token', 'The access token is bound to another DPoP key', {
      ...{ scheme, reason: 'dpop_key', facts },
    });
  }
  await proof.use(grant.tokenHash);
}
