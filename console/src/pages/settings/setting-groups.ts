/** The settings in groups: the ones every installation needs, changed ones, and the rest. Pure. */

export interface Setting {
  readonly name: string;
  readonly value?: unknown;
  readonly source: 'environment' | 'default' | 'none';
  readonly meaning: string;
}

export type SettingGroup = 'needed' | 'set' | 'rest';

/** What an operator decides before anything else, in this order. */
export const neededSettings = [
  'PUBLIC_URL',
  'NODE_ENV',
  'MASTER_KEY',
  'AUTH_API_KEY',
  'AUTH_CLIENT_ID',
  'CONFIG_FOLDER',
  'MONGODB_URL',
  'KAFKA_BROKERS',
  'REDIS_URL',
  'INTERNAL_SECRET',
] as const;

/** @param search words that name or meaning must contain, in any order; empty for all */
export function settingGroups<T extends Setting>(
  all: readonly T[],
  search: string,
): Readonly<Record<SettingGroup, readonly T[]>> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ name, meaning }) => {
    const text = `${name} ${name.replaceAll('_', ' ')} ${meaning}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const needed = neededSettings.flatMap((name) => found.find((setting) => setting.name === name) ?? []);
  const others = found.filter(({ name }) => !(neededSettings as readonly string[]).includes(name));
  return {
    needed,
    set: others.filter(({ source }) => source === 'environment'),
    rest: others.filter(({ source }) => source !== 'environment'),
  };
}
