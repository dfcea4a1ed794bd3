/**
 * A tenant's settings that were written through the API: one encrypted document, which each process reads again after a
 * second.
 */

import type { Clock } from '../kernel/clock.ts';
import { type Json, parseJson } from '../kernel/json.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import { type FlowConfigDocument, flowConfigContext, flowConfigId, flowConfigs } from '../model/tenant/flow-configs.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import type { Vaults } from './vault.ts';

export interface SealedSetting<Written, Value> {
  /** As it was at most a second ago; the same object while nothing is written. */
  of(tenant: string): Promise<Value>;
  /** As it is now. */
  now(tenant: string): Promise<Value>;
  /**
   * Writes the result of `decide` for the current value. It is called again if another request has written in between.
   */
  change(tenant: string, decide: (before: Written) => Written): Promise<void>;
}

export interface SealedSettingKind<Written, Value> {
  readonly kind: FlowConfigDocument['kind'];
  readonly id: string;
  /** The value for a tenant without a document. */
  readonly nothing: Written;
  /** The value for readers, computed once per version. */
  readonly read: (written: Written) => Value;
}

export interface SealedSettingParts {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly clock: Clock;
}

/** Milliseconds. */
const CACHED_FOR = 1000;
const MAX_CACHED = 10_000;

export function createSealedSetting<Written, Value>(
  { store, vaults, clock }: SealedSettingParts,
  { kind, id: configuration, nothing, read }: SealedSettingKind<Written, Value>,
): SealedSetting<Written, Value> {
  const ofNothing = read(nothing);
  const made = new Map<string, { readonly text: string; readonly value: Value }>();

  const madeOf = async (tenant: string, stored: FlowConfigDocument | undefined): Promise<Value> => {
    if (stored === undefined) return ofNothing;
    const known = made.get(tenant);
    if (known?.text === stored.text) return known.value;
    const vault = await vaults.of(tenant);
    const value = read(parseJson(vault.open(stored.text, flowConfigContext(stored.id))) as Json & Written);
    made.delete(tenant);
    if (made.size >= MAX_CACHED) made.clear();
    made.set(tenant, { text: stored.text, value });
    return value;
  };

  const reads = createSharedReads({
    read: async (tenant: string) => {
      const own = ofTenant(store, tenant);
      return madeOf(tenant, await own.get(flowConfigs, flowConfigId(tenant, kind, configuration)));
    },
    clock,
    cacheFor: CACHED_FOR,
    most: MAX_CACHED,
  });

  return {
    of: (tenant) => reads.of(tenant),
    now: (tenant) => {
      reads.forget(tenant);
      return reads.of(tenant);
    },
    async change(tenant, decide) {
      const id = flowConfigId(tenant, kind, configuration);
      const vault = await vaults.of(tenant);
      const own = ofTenant(store, tenant);
      const sealed = (written: Written): string => vault.seal(JSON.stringify(written), flowConfigContext(id));
      const opened = (text: string): Written => parseJson(vault.open(text, flowConfigContext(id))) as Json & Written;
      for (;;) {
        const updatedAt = clock();
        const replaced = await own.update(flowConfigs, id, (before) => {
          return { ...before, text: sealed(decide(opened(before.text))), updatedAt };
        });
        const fresh = { id, tenant, kind, configuration, createdAt: updatedAt, updatedAt };
        // Undefined twice: another request has created it in between, so it is read again.
        if (replaced ?? (await own.insert(flowConfigs, { ...fresh, text: sealed(decide(nothing)) }))) break;
      }
      reads.forget(tenant);
    },
  };
}
