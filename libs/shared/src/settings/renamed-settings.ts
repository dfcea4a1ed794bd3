/** Renamed settings. An old name is still read, with a warning, so that an upgrade changes nothing. */
import type { SettingsFindings } from './settings-findings.ts';

type Environment = SettingsFindings['given'];

interface Renamed {
  readonly now: string;
  /** Value of the old name -> equivalent values of the new one; the first applies if the new name is not set. */
  readonly values: Readonly<Record<string, readonly [string, ...string[]]>>;
}

const renamed: Readonly<Record<string, Renamed>> = {
  WALLET_STATUS_CODES: {
    now: 'WALLET_DIALECT',
    // The old setting only affected status codes, so its `standard` agrees with both values of the new one.
    values: { standard: ['both', 'standard'], interface: ['interface'] },
  },
};

export interface RenamedEnvironment {
  readonly env: Environment;
  readonly warnings: string[];
  /** Contradictions between old and new names, and values that an old name never had. */
  readonly problems: string[];
}

/** Replaces old names by new ones. */
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
      problems.push(`${old} must be one of: ${Object.keys(values).join(', ')}; better, set ${now} instead`);
    } else if (present !== undefined && !same.includes(present)) {
      problems.push(`${old} and ${now} contradict each other: ${old} is an old name, leave it out`);
    } else {
      env[now] = present ?? same[0];
      warnings.push(`${old} is an old name: set ${now}=${env[now]} instead`);
    }
  }
  return { env, warnings, problems };
}
