/** Entries that a tenant wrote through the API, each with a key. One encrypted setting contains all of them. */
import type { ProtocolError } from '../kernel/errors.ts';
import { createSealedSetting, type SealedSettingKind, type SealedSettingParts } from './sealed-setting.ts';

export interface SealedEntries<Entry, Value> {
  /** The result of `read` for the entries, at most a second old. */
  of(tenant: string): Promise<Value>;
  /** The same for the current entries. */
  now(tenant: string): Promise<Value>;
  /** The current entries. */
  written(tenant: string): Promise<readonly Entry[]>;
  /** Stores a checked entry; it replaces any with the same key. @throws ProtocolError `conflict` if there is no room */
  put(tenant: string, entry: Entry): Promise<void>;
  /** @returns whether there was one */
  delete(tenant: string, key: string): Promise<boolean>;
}

export interface SealedEntriesKind<Entry, Value> extends Pick<SealedSettingKind<Entry, Value>, 'kind' | 'id'> {
  readonly keyOf: (entry: Entry) => string;
  /** Characters. */
  readonly sizeOf: (entry: Entry) => number;
  /** Characters of all entries of a tenant together. */
  readonly room: number;
  readonly read: (entries: readonly Entry[]) => Value;
  /** The refusal of one entry too many. @param count remaining entries */
  readonly full: (count: number) => ProtocolError;
}

/** Entries of a tenant. */
const MAX_ENTRIES = 100;

export function createSealedEntries<Entry, Value>(
  parts: SealedSettingParts,
  { kind, id, read, ...rules }: SealedEntriesKind<Entry, Value>,
): SealedEntries<Entry, Value> {
  const setting = createSealedSetting(parts, {
    kind,
    id,
    nothing: [] as readonly Entry[],
    read: (entries: readonly Entry[]) => ({ entries, value: read(entries) }),
  });
  const without = (entries: readonly Entry[], key: string): readonly Entry[] =>
    entries.filter((entry) => rules.keyOf(entry) !== key);
  const written = async (tenant: string): Promise<readonly Entry[]> => (await setting.now(tenant)).entries;
  return {
    of: async (tenant) => (await setting.of(tenant)).value,
    now: async (tenant) => (await setting.now(tenant)).value,
    written,
    put: (tenant, entry) =>
      setting.change(tenant, (entries) => withEntry(without(entries, rules.keyOf(entry)), entry, rules)),
    async delete(tenant, key) {
      const present = await written(tenant);
      if (without(present, key).length === present.length) return false;
      let found = false;
      await setting.change(tenant, (entries) => {
        const others = without(entries, key);
        found = others.length < entries.length;
        return others;
      });
      return found;
    },
  };
}

/** @throws ProtocolError `conflict` */
function withEntry<Entry>(
  others: readonly Entry[],
  entry: Entry,
  { sizeOf, room, full }: Pick<SealedEntriesKind<Entry, unknown>, 'sizeOf' | 'room' | 'full'>,
): readonly Entry[] {
  const size = [...others, entry].reduce((sum, one) => sum + sizeOf(one), 0);
  if (others.length < MAX_ENTRIES && size <= room) return [...others, entry];
  throw full(others.length);
}
