/** Sources of trust lists that were written through the API: one document a tenant, which each process reads again after a second. */
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createSealedSetting, type SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import { readSource } from '../lists/written-source.ts';
import type { TenantSource } from './list-sources.ts';

/** As it was written: what the two files of a list would have. */
export interface StoredSource {
  readonly id: string;
  /** Certificates of the signers. */
  readonly pem: string;
  readonly source: JsonObject;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface StoredSources {
  /** As they were at most a second ago. */
  of(tenant: string): Promise<readonly TenantSource[]>;
  /** As they are now, and as they were written. */
  written(tenant: string): Promise<readonly StoredSource[]>;
  /** Stores a checked source; it replaces the one of the same id. @throws ProtocolError `conflict` without room */
  put(tenant: string, stored: StoredSource): Promise<void>;
  /** @returns whether there was one */
  delete(tenant: string, id: string): Promise<boolean>;
}

/** Sources of a tenant, and characters of them together. */
const MAX_ENTRIES = 100;
const MAX_TEXT = 512 * 1024;

export function createStoredSources(parts: SealedSettingParts): StoredSources {
  const setting = createSealedSetting(parts, {
    kind: 'trust',
    id: 'lists',
    nothing: [] as readonly StoredSource[],
    read: (entries: readonly StoredSource[]) => ({ entries, sources: entries.map(sourceOf) }),
  });
  return {
    of: async (tenant) => (await setting.of(tenant)).sources,
    written: async (tenant) => (await setting.now(tenant)).entries,
    put: (tenant, stored) => setting.change(tenant, (entries) => withEntry(entries, stored)),
    async delete(tenant, id) {
      const before = (await setting.now(tenant)).entries;
      if (!before.some((entry) => entry.id === id)) return false;
      await setting.change(tenant, (entries) => entries.filter((entry) => entry.id !== id));
      return true;
    },
  };
}

/** The source that the stored one describes. @throws Error for one that was not checked */
export function sourceOf({ id, pem, source }: Omit<StoredSource, 'createdAt'>): TenantSource {
  const written = readSource(source);
  const signers = pemCertificates(pem).map(({ raw }) => raw.toString('base64'));
  return { ...written, source: { ...written.source, id, signers }, origin: 'api' };
}

/** @throws ProtocolError `conflict` */
function withEntry(entries: readonly StoredSource[], stored: StoredSource): readonly StoredSource[] {
  const others = entries.filter(({ id }) => id !== stored.id);
  const text = [...others, stored].reduce((sum, one) => sum + one.pem.length + JSON.stringify(one.source).length, 0);
  if (others.length < MAX_ENTRIES && text <= MAX_TEXT) return [...others, stored];
  throw new ProtocolError('conflict', 'The tenant has no room for more trust lists', {
    reason: 'trust_lists_full',
    facts: { count: others.length },
  });
}
