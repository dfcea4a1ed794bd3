/** `POST /trust/{purpose}` and `DELETE /trust/{purpose}/{id}`: trust anchors that a backend or the console writes. */
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { noSuchAnchor, type StoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { type TrustPurpose, trustPurposes } from '@countersign/shared/trust/trust-anchor';
import { anchorView } from './trust-listing.ts';
import { uploadFindings } from './trust-upload.ts';

export interface TrustWriting {
  readonly put: Operation;
  /** For an import: what `put` would report; returns `{findings}`. */
  readonly check: Operation;
  /** For an export: every entry as written. */
  readonly whole: Operation;
  readonly delete: Operation;
}

export function trustWriting(
  { clock }: Pick<Platform, 'clock'>,
  stored: Pick<StoredAnchors, 'written' | 'put' | 'delete'>,
): TrustWriting {
  return {
    put: async (request) => {
      const { id, ...upload } = uploadIn(request);
      const now = clock();
      const errors = uploadFindings(upload, now);
      if (errors.length > 0) {
        throw new ProtocolError('invalid_request', 'The trust anchor is not valid', {
          reason: 'trust_anchor_invalid',
          facts: placesOf(errors),
          errors,
        });
      }
      const anchors = await stored.put(request.tenant, { ...upload, id, createdAt: now });
      return { body: { purpose: upload.purpose, anchors: anchors.map((anchor) => anchorView(anchor, now)) } };
    },

    check: async (request) => {
      if (!isPurpose(request.params.purpose)) return { body: { findings: [UNKNOWN_PURPOSE] } };
      return { body: { findings: uploadFindings(uploadIn(request), clock()) } };
    },

    whole: async ({ tenant }) => ({
      body: (await stored.written(tenant)).map(({ purpose, id, pem, limits }) => {
        return { purpose, id, source: 'api', pem, ...limits };
      }),
    }),

    delete: async ({ tenant, params }) => {
      await stored.delete(tenant, purposeOf(params.purpose), params.id ?? '');
      return { body: {} };
    },
  };
}

const UNKNOWN_PURPOSE = { pointer: '/purpose', detail: `The purpose must be one of ${trustPurposes.join(', ')}` };

function uploadIn(request: OperationRequest) {
  const purpose = purposeOf(request.params.purpose);
  const { id, pem, $schema: _, ...others } = bodyObject(request);
  return { id: String(id), purpose, pem: String(pem), limits: isObject(others) ? others : {} };
}

function isPurpose(name: string | undefined): boolean {
  return trustPurposes.some((purpose) => purpose === name);
}

/** @throws ProtocolError `not_found` */
function purposeOf(name: string | undefined): TrustPurpose {
  const found = trustPurposes.find((purpose) => purpose === name);
  if (found === undefined) throw noSuchAnchor();
  return found;
}
