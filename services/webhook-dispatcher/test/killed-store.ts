/** A process that dies at one of its writes, and the time that comes after it. */
import type { Store } from '@countersign/shared/store/port';
import type { WebhookDispatcher } from '../src/webhook-dispatcher.ts';
import { runJob, type World } from './world.ts';

/** A store of a process that is killed at its n-th write: before it or right after it; nothing works from then on. */
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

/** All jobs until everything has had its time. */
export async function settle(w: World, ...dispatchers: readonly WebhookDispatcher[]): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    // The clock must not jump over the lease of a try that is under way.
    await Promise.all(dispatchers.map(({ idle }) => idle()));
    for (const dispatcher of dispatchers) {
      await runJob(dispatcher, 'delivery-sweep');
      await runJob(dispatcher, 'delivery-due');
    }
    await Promise.all(dispatchers.map(({ idle }) => idle()));
    w.now += 30_000;
  }
}
