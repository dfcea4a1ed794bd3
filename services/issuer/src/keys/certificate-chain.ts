/** `issuer.certificate-chain`: the chain of a key that signed credentials, at the URL in their `x5u`. Public. */
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { findChain } from '@countersign/shared/keys/kept-chains';
import type { Platform } from '@countersign/shared/runtime/service';

/** The URL contains the leaf's thumbprint, so its response never changes. */
const HEADERS = { 'cache-control': 'public, max-age=86400, immutable' };

/**
 * Parameter `thumbprint` -> PEM certificates, leaf first (RFC 7515, 4.1.5).
 * @throws ProtocolError `not_found` for a leaf that has signed no credential of the tenant
 */
export function certificateChain({ store }: Pick<Platform, 'store'>): Operation {
  return async ({ tenant, params: { thumbprint = '' } }) => {
    const chain = await findChain(store, tenant, thumbprint);
    if (chain === undefined) {
      throw new ProtocolError('not_found', 'There is no such certificate chain', {
        reason: 'certificate_chain_unknown',
      });
    }
    return { raw: Buffer.from(chain), contentType: 'application/pem-certificate-chain', headers: HEADERS };
  };
}
