import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { anchorsForSession, type Bringing } from '@countersign/shared/trust/brought-anchors';
import { trustPlace } from '@countersign/shared/trust/trust-anchors';
import type { Authorized } from '../access/token-checks.ts';
import type { ResourceServer } from '../client/received.ts';
import { undecided } from '../client/undecided.ts';
import { batchSizeOf } from '../configuration/batch-size.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { PLAIN } from '../configuration/proof-types.ts';
import { type KeyProofs, mayBeAttested, verifyKeyProofs } from '../proof/key-proof.ts';
import type { WithCredentialRequest } from './request-checks.ts';

/**
 * OpenID4VCI 1.0, 8.2.2 and Appendix F: the wallet has the private keys. The nonce is marked as used when the credentials are issued.
 * @throws ProtocolError `invalid_proof`, `invalid_nonce`; `temporarily_unavailable` while a list of wallet providers has ended
 */
export async function checkKeyProofs({
  platform,
  nonces,
  trustAnchors,
  listedAnchors,
  requirementsOf,
  request,
  session,
  grant,
  credentialRequest,
  configuration,
}: Authorized &
  WithCredentialRequest &
  Pick<ResourceServer, 'platform' | 'nonces' | 'trustAnchors' | 'listedAnchors' | 'requirementsOf'> & {
    readonly request: Bringing;
    readonly configuration: Configuration;
  }): Promise<{
  readonly proofs: KeyProofs;
}> {
  const { settings, clock } = platform;
  const { proofType, proofs: written } = credentialRequest;
  const attested = mayBeAttested(credentialRequest);
  const anchors = attested
    ? [
        ...(await trustAnchors(session.tenant, 'wallet-providers')),
        ...anchorsForSession(request, session, 'wallet-providers'),
      ]
    : [];
  try {
    const proofs = verifyKeyProofs({
      proofType,
      proofs: written,
      proofTypes: configuration.proofTypes ?? PLAIN,
      anchors: anchors.map(({ certificate }) => certificate),
      anchorInChain: requirementsOf(session.tenant).profile === 'open' ? 'ignored' : 'refused',
      anchorPlace: () => trustPlace(platform, session.tenant, 'wallet-providers'),
      most: batchSizeOf(settings, configuration),
      known: platform.knownKeys,
      issuer: credentialIssuer(settings.PUBLIC_URL, session.tenant),
      now: clock(),
      ...(grant.clientId === undefined ? {} : { clientId: grant.clientId }),
      nonceRefusal: await nonces.refusalCheck(session.tenant),
    });
    return { proofs };
  } catch (error) {
    throw await undecided(error, listedAnchors, session.tenant);
  }
}
