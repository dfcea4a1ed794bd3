/** `POST /trust/{purpose}` and `DELETE /trust/{purpose}/{id}`: trust anchors that a backend or the console writes. */
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { noSuchAnchor, type StoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { type TrustPurpose, trustPurposes } from '@countersign/shared/trust/trust-anchor';
import { anchorView } from './trust-listing.ts';
import { uploadFindings } from './trust-upload.ts';

export function trustWriting(
  { clock }: Pick<Platform, 'clock'>,
  stored: Pick<StoredAnchors, 'put' | 'delete'>,
): { readonly put: Operation; readonly delete: Operation } {
  return {
    put: async (request) => {
      const purpose = purposeOf(request.params.purpose);
      const { id, pem, $schema: _, ...others } = bodyObject(request);
      const limits = isObject(others) ? others : {};
      const upload = { purpose, pem: String(pem), limits };
      const now = clock();
      const errors = uploadFindings(upload, now);
      if (errors.length > 0) {
        throw new ProtocolError('invalid_request', 'The trust anchor is not valid', {
          ...{ reason: 'trust_anchor_invalid', facts: placesOf(errors), errors },
        });
      }
      const anchors = await stored.put(request.tenant, { ...upload, id: String(id), createdAt: now });
      return { body: { purpose, anchors: anchors.map((anchor) => anchorView(anchor, now)) } };
    },

    delete: async ({ tenant, params }) => {
      await stored.delete(tenant, purposeOf(params.purpose), params.id ?? '');
      return { body: {} };
    },
  };
}

/** @throws ProtocolError `not_found` */
function purposeOf(name: string | undefined): TrustPurpose {
  const found = trustPurposes.find((purpose) => purpose === name);
  if (found === undefined) throw noSuchAnchor();
  return found;
}
