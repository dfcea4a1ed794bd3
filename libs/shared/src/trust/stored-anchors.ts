/** Trust anchors that were written through the API: one document a tenant, which each process reads again after a second. */

import { pemCertificates } from '../crypto/x509.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import { createSealedSetting, type SealedSettingParts } from '../keys/sealed-setting.ts';
import type { TrustAnchor, TrustPurpose } from './trust-anchor.ts';
import { limitsOf } from './trust-files.ts';

/** An entry as it was written: one or more certificates under one id. */
export interface WrittenAnchor {
  readonly purpose: TrustPurpose;
  readonly id: string;
  readonly pem: string;
  /** As in the file beside a trust file; empty: no limit. */
  readonly limits: JsonObject;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface StoredAnchors {
  /** As they were at most a second ago. */
  of(tenant: string, purpose: TrustPurpose): Promise<readonly TrustAnchor[]>;
  /** All entries, as they are now. */
  written(tenant: string): Promise<readonly WrittenAnchor[]>;
  /** Stores a checked entry; it replaces one of the same purpose and id. @throws ProtocolError `conflict` where there is no room */
  put(tenant: string, anchor: WrittenAnchor): Promise<readonly TrustAnchor[]>;
  /** @throws ProtocolError `not_found` */
  delete(tenant: string, purpose: TrustPurpose, id: string): Promise<void>;
}

/** Entries of a tenant, and characters of their PEM texts together. */
const MAX_ENTRIES = 100;
const MAX_TEXT = 256 * 1024;

export function createStoredAnchors(parts: SealedSettingParts): StoredAnchors {
  const setting = createSealedSetting(parts, {
    kind: 'trust',
    id: 'anchors',
    nothing: [] as readonly WrittenAnchor[],
    read: (entries: readonly WrittenAnchor[]) => ({ entries, anchors: entries.flatMap(anchorsOf) }),
  });
  return {
    of: async (tenant, purpose) =>
      (await setting.of(tenant)).anchors.flatMap((one) => (one.purpose === purpose ? one.anchor : [])),
    written: async (tenant) => (await setting.now(tenant)).entries,
    async put(tenant, anchor) {
      await setting.change(tenant, (entries) => withEntry(entries, anchor));
      return anchorsOf(anchor).map((one) => one.anchor);
    },
    async delete(tenant, purpose, id) {
      await setting.change(tenant, (entries) => {
        const others = entries.filter((one) => one.purpose !== purpose || one.id !== id);
        if (others.length === entries.length) throw noSuchAnchor();
        return others;
      });
    },
  };
}

interface FoundAnchor {
  readonly purpose: TrustPurpose;
  readonly anchor: TrustAnchor;
}

/** @throws ProtocolError `conflict` */
function withEntry(entries: readonly WrittenAnchor[], anchor: WrittenAnchor): readonly WrittenAnchor[] {
  const others = entries.filter(({ purpose, id }) => purpose !== anchor.purpose || id !== anchor.id);
  const text = others.reduce((sum, { pem }) => sum + pem.length, anchor.pem.length);
  if (others.length < MAX_ENTRIES && text <= MAX_TEXT) return [...others, anchor];
  throw new ProtocolError('conflict', 'The tenant has no room for more trust anchors', {
    reason: 'trust_anchors_full',
    facts: { count: others.length },
  });
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
