/** The providers of registration certificates that a tenant trusts. */
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { anchorsOf, type RegistrationProvider } from '../registration/anchors.ts';

/** Anchors of signers and of status lists belong together by the name of their file, or of their entry. */
export async function registrationProviders(
  trustAnchors: TrustAnchors,
  tenant: string,
): Promise<readonly RegistrationProvider[]> {
  const [signers, lists] = await Promise.all([
    trustAnchors(tenant, 'registration-providers'),
    trustAnchors(tenant, 'registration-status'),
  ]);
  return [...new Set(signers.map(nameOf))].map((name) => ({
    issuance: anchorsOf('WRPRC/Issuance', named(signers, name)),
    revocation: anchorsOf('WRPRC/Revocation', named(lists, name)),
  }));
}

function named(anchors: readonly TrustAnchor[], name: string) {
  return anchors.filter((anchor) => nameOf(anchor) === name).map(({ certificate }) => certificate);
}

function nameOf({ file, written }: TrustAnchor): string {
  return written?.id ?? file ?? '';
}
