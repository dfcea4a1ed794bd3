/** The dry runs of this process: how many there may be, and which requests are theirs. */
import type { DryRun } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Random, randomId } from '@countersign/shared/kernel/random';

/** Header by which the gateway recognizes requests of its own runs. Its value is secret, and leaves the process over loopback alone. */
export const DRY_RUN_HEADER = 'x-countersign-dry-run';

/** Runs of a process at the same time; of a tenant there is one. */
const MOST_RUNS = 5;

export interface OpenRun {
  /** Value of the header. */
  readonly secret: string;
  readonly tenant: string;
  /** What its requests carry to the services; gains the session once there is one. */
  dryRun: DryRun;
  /** What its requests were refused with, by request id. */
  readonly refusals: Map<string, ProtocolError>;
}

export interface DryRuns {
  /** @throws ProtocolError `rate_limited` */
  begin(tenant: string, dryRun: DryRun): OpenRun;
  end(run: OpenRun): void;
  /** The run that a request belongs to, by the value of its header. */
  of(header: string | readonly string[] | undefined): OpenRun | undefined;
}

export function createDryRuns(random: Random): DryRuns {
  const open = new Map<string, OpenRun>();
  return {
    begin(tenant, dryRun) {
      const own = [...open.values()].some((run) => run.tenant === tenant);
      if (own || open.size >= MOST_RUNS) {
        const text = own ? 'A dry run of this tenant is under way' : 'Too many dry runs are under way';
        throw new ProtocolError('rate_limited', text, {
          reason: 'rate_limited',
          facts: { detail: 'dry runs', most: own ? 1 : MOST_RUNS, retryAfterSeconds: 5 },
          headers: { 'retry-after': '5' },
        });
      }
      const run = { secret: randomId(random), tenant, dryRun, refusals: new Map<string, ProtocolError>() };
      open.set(run.secret, run);
      return run;
    },
    end(run) {
      open.delete(run.secret);
    },
    of(header) {
      return typeof header === 'string' ? open.get(header) : undefined;
    },
  };
}
