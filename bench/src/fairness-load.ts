/**
 * Load of some tenants for `fairness`, as a separate process: issuance flows that start at fixed times, whether earlier
 * ones have ended or not. Reads its plan from the parent, and returns the times of all requests.
 */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { Pool } from 'undici';
import { preAuthorizedFlow, type Step } from './flows/issuance-flow.ts';
import { timedCall } from './load/closed-loop.ts';

export interface LoadPlan {
  readonly url: string;
  readonly tenants: readonly { readonly id: string; readonly token: string }[];
  /** Flows a second, of each tenant. */
  readonly rate: number;
  readonly seconds: number;
  /** Maximum number of concurrent flows. Others are left out, and counted. */
  readonly most: number;
  /** Uses only CPU that the others leave. */
  readonly last: boolean;
}

export interface LoadResult {
  /** Milliseconds of each request with the expected response. */
  readonly times: readonly number[];
  readonly flows: number;
  readonly failed: number;
  readonly leftOut: number;
}

/** Milliseconds at the start whose requests are not counted. */
const UNCOUNTED = 1000;

async function run({ url, tenants, rate, seconds, most, last }: LoadPlan): Promise<LoadResult> {
  if (last) setPriority(19);
  const keys = { holder: newWalletKey() };
  const pool = new Pool(url, { connections: most, pipelining: 1 });
  const times: number[] = [];
  let [flows, failed, leftOut, underWay] = [0, 0, 0, 0];
  const begun = performance.now();
  const call = timedCall<Step>(pool, (_, milliseconds) => {
    if (performance.now() - begun > UNCOUNTED) times.push(milliseconds);
  });
  const running: Promise<void>[] = [];
  const total = Math.floor(rate * seconds * tenants.length);
  for (let number = 0; number < total; number += 1) {
    const due = begun + (number * 1000) / (rate * tenants.length);
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const tenant = tenants[number % tenants.length];
    if (tenant === undefined || underWay >= most) {
      leftOut += 1;
      continue;
    }
    underWay += 1;
    running.push(
      preAuthorizedFlow({ call, url, apiKey: '', keys, tenant })
        .then(
          () => {
            flows += 1;
          },
          () => {
            failed += 1;
          },
        )
        .finally(() => {
          underWay -= 1;
        }),
    );
  }
  await Promise.all(running);
  await pool.close();
  return { times, flows, failed, leftOut };
}

process.once('message', (plan: LoadPlan) => {
  run(plan).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});
