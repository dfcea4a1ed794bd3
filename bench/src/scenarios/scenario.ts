/** What a row of the table of scenarios is. */

import type { AttestedWallet } from '../flows/haip-flow.ts';
import type { ClaimsTarget } from '../flows/presentation-during-issuance-flow.ts';
import type { Presenter } from '../flows/presentation-flow.ts';
import type { Limits, Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { ConfigurationKind } from '../server/site.ts';

/**
 * What a scenario's server must have in addition to the sample configuration. Only a server that the benchmark starts
 * has them: `attested tenant`: profile `haip`, and trust in the provider of the benchmark's wallets; `claims webhook`:
 * the server reaches a webhook of the benchmark on loopback; `short wait`: a credential request is deferred immediately
 * while the claims are missing.
 */
export type Need = 'attested tenant' | 'claims webhook' | 'short wait';

/** Common parts of a server's flows. */
export interface World {
  readonly server: ServerProcess;
  /** Number of wallets with prepared keys. */
  readonly wallets: number;
  /** For the flows that prepare others. */
  readonly pace: Pick<Limits, 'rate'>;
  /** Ids of the issuance configurations of the two formats. */
  readonly pid: string;
  readonly mdoc: string;
  /** Credential type of `pid`. */
  readonly vct: string;
  /** With the need `attested tenant`. */
  readonly attested: readonly AttestedWallet[];
  /** With the need `claims webhook`. */
  readonly target: ClaimsTarget | undefined;
  /** Wallets with a PID, issued once, when the first scenario asks for them. */
  presenters(): Promise<readonly Presenter[]>;
  /** Stores a configuration `id` by `write`, once. The world removes it at its end. */
  configure(kind: ConfigurationKind, id: string, write: () => Promise<unknown>): Promise<void>;
}

/** A scenario whose flows can run. */
export interface Prepared {
  readonly load: Load<string, unknown>;
  /** Checks the outcomes of a run, outside the measured time. @throws if something is wrong */
  readonly check: (outcomes: readonly unknown[]) => void;
  /** Called before each run with the number of its flows: for flows that use up prepared data. */
  readonly before?: ((flows: number) => Promise<void>) | undefined;
}

export interface Scenario {
  /** As the command, results and plots name it. */
  readonly name: string;
  /** What one flow does. */
  readonly title: string;
  readonly needs: readonly Need[];
  /** Requests of a flow, in order; the repeated ones once. */
  readonly steps: readonly string[];
  /** What the flow and the check verify. */
  readonly checked: string;
  readonly prepare: (world: World) => Promise<Prepared>;
  /** On a server of the benchmark it runs this multiple of `--flows`: a flow costs little, and CPU is counted in ticks of 10 ms. */
  readonly times?: number;
}

/** A load with the check of its outcomes. */
export function prepared<Step extends string, Outcome>(
  load: Load<Step, Outcome>,
  check: (outcomes: readonly Outcome[]) => void = () => undefined,
  before?: Prepared['before'],
): Prepared {
  return { load, check: check as Prepared['check'], before };
}

/** A check that no two outcomes are equal, across all runs. @param what name for the error */
export function onlyOnce(what: string): (value: string) => void {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) throw new Error(`The ${what} ${value} was given twice`);
    seen.add(value);
  };
}
