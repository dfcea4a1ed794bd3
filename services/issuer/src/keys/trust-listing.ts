/** `GET /trust`: whom a tenant trusts, by purpose. */
import { certificateFacts, notAfter } from '@countersign/shared/crypto/x509';
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { StoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { type TrustAnchor, trustPurposes } from '@countersign/shared/trust/trust-anchor';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { certificateView } from './certificate-view.ts';

/** Lists the trust anchors of the caller's tenant. */
export function trustListing(
  { clock }: Pick<Platform, 'clock'>,
  trustAnchors: TrustAnchors,
  stored: Pick<StoredAnchors, 'written'>,
): Operation {
  return async ({ tenant }) => {
    const now = clock();
    // Reads again, so that an anchor that another process has just written is visible.
    await stored.written(tenant);
    const listed = await Promise.all(
      trustPurposes.map(async (purpose) => {
        // Anchors from trust lists have a separate listing.
        const anchors = (await trustAnchors(tenant, purpose)).filter(({ listed }) => listed === undefined);
        return { purpose, anchors: anchors.map((anchor) => anchorView(anchor, now)) };
      }),
    );
    return { body: { purposes: listed } };
  };
}

/** An anchor's certificate as the API shows it. @param now milliseconds */
export function anchorView(
  { certificate, vcts, doctypes, names, own, pinned, written }: TrustAnchor,
  now: number,
): JsonObject {
  const listed = { ...certificateFacts(certificate), notAfter: notAfter(certificate), pem: certificate.toString() };
  return {
    ...certificateView(listed, now),
    // The tenant's own issuer, an anchor written through the API, or a file in its folder `trust`.
    source: own === true ? 'own' : written === undefined ? 'file' : 'api',
    ...(written === undefined ? {} : { id: written.id, createdAt: isoTime(written.createdAt) }),
    ...(vcts === 'any' ? {} : { vct: vcts }),
    ...(doctypes === 'any' ? {} : { doctype: doctypes }),
    ...(names === undefined ? {} : { names }),
    ...(pinned === undefined ? {} : { pinned }),
  };
}
