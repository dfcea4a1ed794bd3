/** Whether a credential was issued by the tenant whose status list it names. */
import type { X509Certificate } from 'node:crypto';
import { authorityKeyIdentifier } from '@countersign/shared/crypto/certificate-extensions';
import { certificateHost, coversHost, isIssuedBy } from '@countersign/shared/crypto/x509';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import type { StatusReference } from '../presentation/status-reference.ts';

type IssuedHereDependencies = Pick<Platform, 'settings' | 'keys'>;

/**
 * Creates the check. Without it a foreign issuer could refer to a list that does not cover its credentials. The key is
 * not compared, because the operator may have replaced it.
 * - SD-JWT VC: `iss` identifies the tenant, and the certificate contains this installation's name or is one of the
 *   tenant's, because the operator's may contain contacts instead.
 * - mdoc, which has no `iss`: its signer is the tenant's document signer, or chains to a document signer's IACA.
 */
export function createIssuedHere({ settings, keys }: IssuedHereDependencies) {
  return async (tenant: string, { format, iss, signer }: StatusReference): Promise<boolean> => {
    const { PUBLIC_URL } = settings;
    if (format === 'dc+sd-jwt') {
      if (iss !== credentialIssuer(PUBLIC_URL, tenant)) return false;
      if (coversHost(signer, certificateHost(PUBLIC_URL))) return true;
      const leaves = (await keys.anchors(tenant, 'credential')).filter(({ ca }) => !ca);
      return leaves.some((leaf) => leaf.subject === signer.subject && isSignerOf(signer, leaf));
    }
    const own = await keys.anchors(tenant, 'mdoc');
    return own.some((certificate) => isSignerOf(signer, certificate));
  };
}

/** @param own an IACA of the tenant, or its document signer's certificate if the operator provides that */
function isSignerOf(signer: X509Certificate, own: X509Certificate): boolean {
  if (own.ca) return isIssuedBy(signer, own);
  return own.fingerprint256 === signer.fingerprint256 || haveSameIssuer(signer, own);
}

/** The document signer that the operator had before has the same IACA. Both were verified under an anchor. */
function haveSameIssuer(one: X509Certificate, two: X509Certificate): boolean {
  const [first, second] = [authorityKeyIdentifier(one), authorityKeyIdentifier(two)];
  return one.issuer === two.issuer && first !== undefined && second !== undefined && first.equals(second);
}
