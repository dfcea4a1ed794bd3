import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { WithCredentialRequest } from '../protocol/check-credential-request.ts';
import { type KeyProofs, verifyKeyProofs } from '../protocol/key-proof.ts';
import type { Authorized } from './check-access-token.ts';
import type { ResourceServer } from './received.ts';

/**
 * OpenID4VCI 1.0, 8.2.2 and Appendix F: the wallet has the private keys. The nonce is marked as used when the credentials are issued.
 * @throws ProtocolError `invalid_proof`, `invalid_nonce`
 */
export async function checkKeyProofs({
  platform,
  nonces,
  session,
  grant,
  credentialRequest,
}: Authorized & WithCredentialRequest & Pick<ResourceServer, 'platform' | 'nonces'>): Promise<{
  readonly proofs: KeyProofs;
}> {
  const { settings, clock } = platform;
  const proofs = verifyKeyProofs({
    proofs: credentialRequest.proofs,
    issuer: credentialIssuer(settings.PUBLIC_URL, session.tenant),
    now: clock(),
    ...(grant.clientId === undefined ? {} : { clientId: grant.clientId }),
    nonceAlive: await nonces.aliveCheck(session.tenant),
  });
  return { proofs };
}
