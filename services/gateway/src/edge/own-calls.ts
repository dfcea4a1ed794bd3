/**
 * Requests that this process sends to itself, as a dry run does: how they are recognized, and what they carry to the
 * services.
 */
import type { RunCall, RunCalls } from '@countersign/dry-run/port/dry-run-parts';
import { type Random, randomId } from '@countersign/shared/kernel/random';

const HEADER = 'x-countersign-dry-run';

export type OwnCall = RunCall;

export interface OwnCalls extends RunCalls {
  /** The call that a request belongs to, by its header; undefined for a caller's request. */
  of(headers: Readonly<Record<string, string | readonly string[] | undefined>>): OwnCall | undefined;
}

export function createOwnCalls(random: Random): OwnCalls {
  const open = new Map<string, OwnCall>();
  return {
    begin(carries) {
      const secret = randomId(random);
      const call: OwnCall = { headers: { [HEADER]: secret }, carries, refusals: new Map() };
      open.set(secret, call);
      return call;
    },
    end({ headers }) {
      open.delete(headers[HEADER] ?? '');
    },
    of({ [HEADER]: secret }) {
      return typeof secret === 'string' ? open.get(secret) : undefined;
    },
  };
}
