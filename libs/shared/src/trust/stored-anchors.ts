/** Trust anchors that were written through the API: one document a tenant, which each process reads again after a second. */

import { pemCertificates } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import { parseJson } from '../kernel/json.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import type { Vault, Vaults } from '../keys/vault.ts';
import { type FlowConfigDocument, flowConfigId, flowConfigs } from '../model/flow-configs.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
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
  /** Stores a checked entry; it replaces one of the same purpose and id. @throws ProtocolError `conflict` where there is no room */
  put(tenant: string, anchor: WrittenAnchor): Promise<readonly TrustAnchor[]>;
  /** @throws ProtocolError `not_found` */
  delete(tenant: string, purpose: TrustPurpose, id: string): Promise<void>;
}

/** Milliseconds. */
const HELD_FOR = 1000;
const MOST_HELD = 10_000;
/** Entries of a tenant, and characters of their PEM texts together. */
const MOST_ENTRIES = 100;
const MOST_TEXT = 256 * 1024;

const KIND = 'trust';
/** There is one document a tenant. */
const ID = 'anchors';

export function createStoredAnchors({
  store,
  vaults,
  clock,
}: {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly clock: Clock;
}): StoredAnchors {
  const reads = createSharedReads({
    read: async (tenant: string) => {
      const stored = await ofTenant(store, tenant).get(flowConfigs, flowConfigId(tenant, KIND, ID));
      return stored === undefined ? [] : opened(await vaults.of(tenant), stored).flatMap(anchorsOf);
    },
    ...{ clock, hold: HELD_FOR, most: MOST_HELD },
  });

  const change = async (tenant: string, decide: (entries: readonly WrittenAnchor[]) => readonly WrittenAnchor[]) => {
    const id = flowConfigId(tenant, KIND, ID);
    const vault = await vaults.of(tenant);
    const own = ofTenant(store, tenant);
    const sealed = (entries: readonly WrittenAnchor[]) => vault.seal(JSON.stringify(entries), contextOf(id));
    for (;;) {
      const updatedAt = clock();
      const replaced = await own.update(flowConfigs, id, (before) => {
        return { ...before, text: sealed(decide(opened(vault, before))), updatedAt };
      });
      const fresh = { id, tenant, kind: KIND, configuration: ID, createdAt: updatedAt, updatedAt } as const;
      // Undefined twice: another request has made it in between, so it is read again.
      if (replaced ?? (await own.insert(flowConfigs, { ...fresh, text: sealed(decide([])) }))) break;
    }
    reads.forget(tenant);
  };

  return {
    of: async (tenant, purpose) =>
      (await reads.of(tenant)).flatMap((one) => (one.purpose === purpose ? one.anchor : [])),
    async put(tenant, anchor) {
      await change(tenant, (entries) => withEntry(entries, anchor));
      return anchorsOf(anchor).map((one) => one.anchor);
    },
    async delete(tenant, purpose, id) {
      await change(tenant, (entries) => {
        const others = entries.filter((one) => one.purpose !== purpose || one.id !== id);
        if (others.length === entries.length) throw noSuchAnchor();
        return others;
      });
    },
  };
}

/** @throws ProtocolError `conflict` */
function withEntry(entries: readonly WrittenAnchor[], anchor: WrittenAnchor): readonly WrittenAnchor[] {
  const others = entries.filter(({ purpose, id }) => purpose !== anchor.purpose || id !== anchor.id);
  const text = others.reduce((sum, { pem }) => sum + pem.length, anchor.pem.length);
  if (others.length < MOST_ENTRIES && text <= MOST_TEXT) return [...others, anchor];
  throw new ProtocolError('conflict', 'The tenant has no room for more trust anchors', {
    reason: 'trust_anchors_full',
    facts: { count: others.length },
  });
}

function anchorsOf({ purpose, id, pem, limits, createdAt }: WrittenAnchor) {
  const counts = limitsOf(limits);
  return pemCertificates(pem).map((certificate) => {
    return { purpose, anchor: { certificate, ...counts, written: { id, createdAt } } satisfies TrustAnchor };
  });
}

function opened(vault: Vault, { id, text }: FlowConfigDocument): readonly WrittenAnchor[] {
  return parseJson(vault.open(text, contextOf(id))) as unknown as readonly WrittenAnchor[];
}

function contextOf(documentId: string): string {
  return `flow-config/${documentId}`;
}

export function noSuchAnchor(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such trust anchor', { reason: 'trust_anchor_unknown' });
}
