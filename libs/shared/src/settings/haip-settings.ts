/** Settings that contradict HAIP=true. Its other requirements concern the configuration folder. */
import type { RawValue } from './settings-findings.ts';

/** The values that HAIP 1.0, 4, 4.1 and 5 require. */
const FIXED = {
  PAR: 'required',
  DPOP: 'required',
  WALLET_DIALECT: 'standard',
  CLIENT_ID_PREFIX: 'x509_hash',
} as const;

/**
 * Settings that contradict HAIP. Defaults are ignored, because they are for tenants with the profile open.
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
