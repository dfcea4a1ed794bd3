/** Status changes by many writers over several instances, and the content of the lists afterwards. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { percentile, print, row } from '../load/closed-loop.ts';
import { sessionIdOf } from './scale-fill.ts';

/** Milliseconds after which an acknowledged change must be in every list. */
const VISIBLE = 1000;
/** Sessions that the changes are for. */
const POOL = 5000;
/** One change in this many is for a session that all writers share. */
const CONTESTED = 50;

/** One replica of the status service. */
export interface StatusInstance {
  /** Resolves when the change is acknowledged, with the entries of the session. */
  set(session: string, status: 0 | 1): Promise<readonly { readonly uri: string; readonly idx: number }[]>;
  /** Status list token of a URI. */
  list(uri: string): Promise<string>;
}

interface Written {
  readonly status: 0 | 1;
  readonly entries: readonly { readonly uri: string; readonly idx: number }[];
}

/** @throws if a list differs from the last acknowledged change */
export async function changeStatuses(
  instances: readonly StatusInstance[],
  { changes, writers }: { readonly changes: number; readonly writers: number },
): Promise<void> {
  const last = new Map<string, Written>();
  const contested = new Set<string>();
  const times: number[] = [];
  let next = 0;
  const begun = performance.now();
  const writer = async (own: number): Promise<void> => {
    for (let turn = 0; next < changes; turn += 1) {
      next += 1;
      const shared = turn % CONTESTED === 0;
      // Every other session is a writer's own, so that its last change is known.
      const number = shared ? 2 * (turn % 7) + 1 : 2 * (own + writers * (turn % Math.floor(POOL / writers / 2)));
      const session = sessionIdOf(number);
      const status = turn % 3 === 0 ? 0 : 1;
      const started = performance.now();
      const entries = await (instances[next % instances.length] as StatusInstance).set(session, status);
      times.push(performance.now() - started);
      if (shared) contested.add(session);
      last.set(session, { status, entries });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, own) => writer(own)));
  const seconds = (performance.now() - begun) / 1000;
  await sleep(VISIBLE);
  const wrong = await wrongEntries(instances, last, contested);
  print(
    `\n${changes} changes, ${writers} writers, ${instances.length} instances: ${(changes / seconds).toFixed(0)}/s, ` +
      `${wrong.length} of ${last.size} sessions wrong in a list ${VISIBLE} ms later`,
  );
  print(row('one change', times));
  if (wrong.length > 0) throw new Error(`Changes were lost: ${wrong.slice(0, 5).join(', ')}`);
}

async function wrongEntries(
  instances: readonly StatusInstance[],
  last: ReadonlyMap<string, Written>,
  contested: ReadonlySet<string>,
): Promise<readonly string[]> {
  const uris = new Set([...last.values()].flatMap(({ entries }) => entries.map(({ uri }) => uri)));
  const lists = await Promise.all(
    instances.map(async (instance) => {
      const bits = new Map<string, Buffer>();
      for (const uri of uris) bits.set(uri, bitsOf(await instance.list(uri)));
      return ({ uri, idx }: { readonly uri: string; readonly idx: number }): number =>
        ((bits.get(uri)?.[idx >> 3] ?? 0) >> (idx & 7)) & 1;
    }),
  );
  return [...last].flatMap(([session, { status, entries }]) => {
    const values = lists.flatMap((bit) => entries.map(bit));
    // After concurrent changes the last one is unknown, but all instances must agree.
    const expected = contested.has(session) ? values[0] : status;
    return values.every((value) => value === expected) ? [] : [session];
  });
}

/** The bits of a status list token, whose signature the tests check. */
function bitsOf(token: string): Buffer {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly status_list: { readonly lst: string };
  };
  return inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
}

/** The cost of one publication in this process: changes a session, waits until its list is read again, and requests it. */
export async function publications(instance: StatusInstance, rounds: number): Promise<void> {
  const stalls: number[] = [];
  const work: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [entry] = await instance.set(sessionIdOf(2 * round), round % 2 === 0 ? 1 : 0);
    if (entry === undefined) throw new Error('A session has no entries');
    await sleep(VISIBLE);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await sleep(20);
    delay.reset();
    const cpu = process.cpuUsage();
    const begun = performance.now();
    await instance.list(entry.uri);
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    stalls.push(delay.max / 1e6);
    work.push((user + system) / 1000);
  }
  print(
    `\nOne publication, ${rounds} times: ${percentile(work, 0.5).toFixed(1)} ms CPU of all threads (p50), ` +
      `at most ${Math.max(...work).toFixed(1)}; longest stall of the event loop ${Math.max(...stalls).toFixed(1)} ms`,
  );
  print(row('until published', times));
}
