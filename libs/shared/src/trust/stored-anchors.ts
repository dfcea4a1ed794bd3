/** Trust anchors that were written through the API: one document a tenant, which each process reads again after a second. */

import { pemCertificates } from '../crypto/x509.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import { createSealedEntries } from '../keys/sealed-entries.ts';
import type { SealedSettingParts } from '../keys/sealed-setting.ts';
import type { TrustAnchor, TrustPurpose } from './trust-anchor.ts';
import { limitsOf } from './trust-files.ts';

/** An entry as written: one or more certificates under one id. */
export interface WrittenAnchor {
  readonly purpose: TrustPurpose;
  readonly id: string;
  readonly pem: string;
  /** As in the file next to a trust file; empty: no limit. */
  readonly limits: JsonObject;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface StoredAnchors {
  /** As they were at most a second ago. */
  of(tenant: string, purpose: TrustPurpose): Promise<readonly TrustAnchor[]>;
  /** All current entries. */
  written(tenant: string): Promise<readonly WrittenAnchor[]>;
  /**
   * Stores a checked entry, replacing one with the same purpose and id. @throws ProtocolError `conflict` if there is no
   * room
   */
  put(tenant: string, anchor: WrittenAnchor): Promise<readonly TrustAnchor[]>;
  /** @throws ProtocolError `not_found` */
  delete(tenant: string, purpose: TrustPurpose, id: string): Promise<void>;
}

const keyOf = ({ purpose, id }: Pick<WrittenAnchor, 'purpose' | 'id'>): string => `${purpose}/${id}`;

export function createStoredAnchors(parts: SealedSettingParts): StoredAnchors {
  const entries = createSealedEntries(parts, {
    kind: 'trust',
    id: 'anchors',
    keyOf,
    sizeOf: ({ pem }: WrittenAnchor) => pem.length,
    room: 256 * 1024,
    read: (written) => written.flatMap(anchorsOf),
    full: (count) =>
      new ProtocolError('conflict', 'The tenant has no room for more trust anchors', {
        reason: 'trust_anchors_full',
        facts: { count },
      }),
  });
  return {
    of: async (tenant, purpose) =>
      (await entries.of(tenant)).flatMap((one) => (one.purpose === purpose ? one.anchor : [])),
    written: entries.written,
    async put(tenant, anchor) {
      await entries.put(tenant, anchor);
      return anchorsOf(anchor).map((one) => one.anchor);
    },
    async delete(tenant, purpose, id) {
      if (!(await entries.delete(tenant, keyOf({ purpose, id })))) throw noSuchAnchor();
    },
  };
}

interface FoundAnchor {
  readonly purpose: TrustPurpose;
  readonly anchor: TrustAnchor;
}

function anchorsOf({ purpose, id, pem, limits, createdAt }: WrittenAnchor): readonly FoundAnchor[] {
  const counts = limitsOf(limits);
  return pemCertificates(pem).map((certificate) => {
    return { purpose, anchor: { certificate, ...counts, written: { id, createdAt } } satisfies TrustAnchor };
  });
}

export function noSuchAnchor(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such trust anchor', { reason: 'trust_anchor_unknown' });
}
