/** `GET /trust`: whom a tenant trusts, by purpose. */
import { certificateFacts, notAfter } from '@countersign/shared/crypto/x509';
import type { Operation } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchor, TrustPurpose } from '@countersign/shared/trust/trust-anchor';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { certificateView } from './certificate-view.ts';

const purposes: readonly TrustPurpose[] = ['issuers', 'wallet-providers'];

/** Lists the trust anchors of the caller's tenant. */
export function trustListing({ clock }: Pick<Platform, 'clock'>, trustAnchors: TrustAnchors): Operation {
  return async ({ tenant }) => {
    const now = clock();
    const listed = await Promise.all(
      purposes.map(async (purpose) => {
        const anchors = await trustAnchors(tenant, purpose);
        return { purpose, anchors: anchors.map((anchor) => anchorView(anchor, now)) };
      }),
    );
    return { body: { purposes: listed } };
  };
}

function anchorView({ certificate, vcts, doctypes, own, pinned }: TrustAnchor, now: number): JsonObject {
  const listed = { ...certificateFacts(certificate), notAfter: notAfter(certificate), pem: certificate.toString() };
  return {
    ...certificateView(listed, now),
    // The tenant's own issuer, or a file of its folder `trust`.
    source: own === true ? 'own' : 'file',
    ...(vcts === 'any' ? {} : { vct: vcts }),
    ...(doctypes === 'any' ? {} : { doctype: doctypes }),
    ...(pinned === undefined ? {} : { pinned }),
  };
}
