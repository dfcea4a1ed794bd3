/** What a run must do for its fault to act, unless the command line specifies otherwise. Pure. */
import { type FaultName, faults } from '../faults/faults.ts';
import { needs as meanings, type Need } from '../faults/needs.ts';
import type { Fault } from '../sending/fault.ts';
import type { RunOptions } from './workplace.ts';

/** Chooses the path to the fault's step, and attests, renews or fetches two credentials if the fault needs that. */
export function forFault(asked: RunOptions): RunOptions {
  const fault = faultOf(asked);
  if (fault === undefined) return asked;
  const { step, needs = [] } = fault;
  const way = step === 'par' || step === 'authorize' ? 'browser' : undefined;
  const attested = needs.includes('attestation') || needs.includes('key_attestation');
  return {
    ...asked,
    ...(asked.way === undefined && way !== undefined ? { way } : {}),
    ...(attested ? { attested: true } : {}),
    ...(needs.includes('refresh') ? { renew: true } : {}),
    ...(needs.includes('batch') && asked.batch === undefined ? { batch: 2 } : {}),
  };
}

/** What the fault needs, if the server refused nothing. */
export function unmet(asked: RunOptions): string | undefined {
  const { needs = [] } = faultOf(asked) ?? {};
  if (needs.length === 0) return undefined;
  const all = needs.map((need) => meanings[need as Need]).join(', and ');
  return `The server has refused nothing. The fault ${asked.fault} needs ${all}.`;
}

function faultOf({ fault }: RunOptions): Fault | undefined {
  return fault === undefined ? undefined : faults[fault as FaultName];
}
