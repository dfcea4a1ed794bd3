/** Settings that contradict HAIP=true. What it demands beyond settings is in the configuration folder. */
import type { RawValue } from './settings-findings.ts';

/** What HAIP 1.0, 4, 4.1 and 5 fix. */
const FIXED = {
  PAR: 'required',
  DPOP: 'required',
  WALLET_DIALECT: 'standard',
  CLIENT_ID_PREFIX: 'x509_hash',
} as const;

/**
 * A setting that was given and says otherwise. Defaults do not count: they hold for tenants of profile open.
 * @param given the environment
 */
export function haipContradictions(
  values: Readonly<Record<string, RawValue>>,
  given: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(FIXED)
    .filter(([name, fixed]) => (given[name] ?? '') !== '' && values[name] !== fixed)
    .map(([name, fixed]) => `HAIP=true contradicts ${name}=${given[name]}: leave ${name} out, or set it to ${fixed}`);
}
