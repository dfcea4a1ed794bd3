/** A process that is killed at one of its writes, and the jobs that run after that. */
import type { Store } from '@countersign/shared/store/port';
import type { WebhookDispatcher } from '../src/webhook-dispatcher.ts';
import { runJob, type World } from './world.ts';

/** The store of a process that is killed before or right after its n-th write; every later call fails. */
export function killedAt(store: Store, n: number, after: boolean): Store & { dead(): boolean } {
  let writes = 0;
  let dead = false;
  const alive = (): void => {
    if (dead) throw new Error('The process is dead');
  };
  const write = async <R>(action: () => Promise<R>): Promise<R> => {
    alive();
    writes += 1;
    if (writes !== n) return action();
    dead = true;
    if (after) await action();
    throw new Error('The process was killed');
  };
  const read = async <R>(action: () => Promise<R>): Promise<R> => {
    alive();
    return action();
  };
  return {
    insert: (collection, document) => write(() => store.insert(collection, document)),
    replace: (collection, document) => write(() => store.replace(collection, document)),
    delete: (collection, document) => write(() => store.delete(collection, document)),
    get: (collection, id) => read(() => store.get(collection, id)),
    find: (collection, query) => read(() => store.find(collection, query)),
    ping: () => store.ping(),
    close: () => store.close(),
    dead: () => dead,
  };
}

/** Runs all jobs, step by step, until all deliveries were due. */
export async function settle(w: World, ...dispatchers: readonly WebhookDispatcher[]): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    // The clock must not pass the lease of a running attempt.
    await Promise.all(dispatchers.map(({ idle }) => idle()));
    for (const dispatcher of dispatchers) {
      await runJob(dispatcher, 'delivery-sweep');
      await runJob(dispatcher, 'delivery-due');
    }
    await Promise.all(dispatchers.map(({ idle }) => idle()));
    w.now += 30_000;
  }
}
