/** Settings that have another name now. The old one is read, with a warning, so that an upgrade changes nothing. */
import type { Environment } from './read-settings.ts';

interface Renamed {
  readonly now: string;
  /** Values of the old name -> those of the new one that mean the same; the first is taken where the new name is not set. */
  readonly values: Readonly<Record<string, readonly [string, ...string[]]>>;
}

const renamed: Readonly<Record<string, Renamed>> = {
  WALLET_STATUS_CODES: {
    now: 'WALLET_DIALECT',
    // It said nothing of the members of answers, so `standard` does not contradict those codes with other members.
    values: { standard: ['both', 'standard'], interface: ['interface'] },
  },
};

export interface RenamedEnvironment {
  readonly env: Environment;
  readonly warnings: string[];
  /** Where old and new name contradict each other, or the old one has a value that it never had. */
  readonly problems: string[];
}

/** The environment with new names alone. */
export function applyRenamedSettings(given: Environment): RenamedEnvironment {
  const env: Record<string, string | undefined> = { ...given };
  const warnings: string[] = [];
  const problems: string[] = [];
  for (const [old, { now, values }] of Object.entries(renamed)) {
    const value = given[old] || undefined;
    delete env[old];
    if (value === undefined) continue;
    const same = Object.hasOwn(values, value) ? values[value] : undefined;
    const present = given[now] || undefined;
    if (same === undefined) {
      problems.push(`${old} must be one of: ${Object.keys(values).join(', ')}; better, set ${now} in its place`);
    } else if (present !== undefined && !same.includes(present)) {
      problems.push(`${old} and ${now} contradict each other: ${old} is an old name, leave it out`);
    } else {
      env[now] = present ?? same[0];
      warnings.push(`${old} is an old name: set ${now}=${env[now]} in its place`);
    }
  }
  return { env, warnings, problems };
}
