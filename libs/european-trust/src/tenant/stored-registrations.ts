/** Registration certificates that were written through the API: one document a tenant, which each process reads again after a second. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createSealedSetting, type SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import type { RegistrationForms } from './registration-files.ts';

/** As it was written. */
export interface WrittenRegistration extends RegistrationForms {
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface StoredRegistrations {
  /** As they were at most a second ago, by id. */
  of(tenant: string): Promise<ReadonlyMap<string, WrittenRegistration>>;
  /** As they are now. */
  now(tenant: string): Promise<ReadonlyMap<string, WrittenRegistration>>;
  /** Stores a checked certificate; it replaces the one of the same id. @throws ProtocolError `conflict` without room */
  put(tenant: string, written: WrittenRegistration): Promise<void>;
  /** @returns whether there was one */
  delete(tenant: string, id: string): Promise<boolean>;
}

/** Certificates of a tenant, and characters of them together. */
const MAX_ENTRIES = 100;
const MAX_TEXT = 1024 * 1024;

export function createStoredRegistrations(parts: SealedSettingParts): StoredRegistrations {
  const setting = createSealedSetting(parts, {
    kind: 'registration',
    id: 'certificates',
    nothing: [] as readonly WrittenRegistration[],
    read: (entries: readonly WrittenRegistration[]): ReadonlyMap<string, WrittenRegistration> =>
      new Map(entries.map((entry) => [entry.id, entry])),
  });
  return {
    of: setting.of,
    now: setting.now,
    put: (tenant, written) => setting.change(tenant, (entries) => withEntry(entries, written)),
    async delete(tenant, id) {
      const before = await setting.now(tenant);
      if (!before.has(id)) return false;
      await setting.change(tenant, (entries) => entries.filter((entry) => entry.id !== id));
      return true;
    },
  };
}

/** @throws ProtocolError `conflict` */
function withEntry(
  entries: readonly WrittenRegistration[],
  written: WrittenRegistration,
): readonly WrittenRegistration[] {
  const others = entries.filter(({ id }) => id !== written.id);
  const text = [...others, written].reduce((sum, { jwt, cwt = '' }) => sum + jwt.length + cwt.length, 0);
  if (others.length < MAX_ENTRIES && text <= MAX_TEXT) return [...others, written];
  throw new ProtocolError('conflict', 'The tenant has no room for more registration certificates', {
    reason: 'registration_certificates_full',
    facts: { count: others.length },
  });
}
