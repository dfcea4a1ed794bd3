/** Counts operations of the embedded store by collection, and the messages of the bus, below every decorator. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import { silentLog } from '@countersign/shared/kernel/log';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { add, follow } from './counts.ts';

type Operation = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** Not work of a flow. */
const OTHER = ['constructor', 'ping', 'close'];

await countStore();
countBus();

/** Each asynchronous store method that receives a collection is counted under its own name. */
async function countStore(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-work-'));
  const store = await openEmbeddedStore({ folder });
  await store.close();
  rmSync(folder, { recursive: true });
  const prototype: Record<string, Operation> = Object.getPrototypeOf(store);
  const names = Object.getOwnPropertyNames(prototype).filter((name) => !OTHER.includes(name));
  if (!names.includes('get')) throw new Error('The operations of the store are not where they are counted');
  for (const name of names) {
    const original = prototype[name];
    if (original === undefined) continue;
    prototype[name] = function counted(...args) {
      add(`store ${name} ${nameOf(args[0])}`.trimEnd());
      return follow(original.apply(this, args));
    };
  }
}

function nameOf(collection: unknown): string {
  if (typeof collection !== 'object' || collection === null || !('name' in collection)) return '';
  return String(collection.name);
}

function countBus(): void {
  const bus = createInProcessBus({ clock: () => 0, log: silentLog, deadLetter: async () => undefined });
  const prototype: { publish: typeof bus.publish } = Object.getPrototypeOf(bus);
  const { publish } = prototype;
  if (publish === undefined) throw new Error('The messages of the bus are not where they are counted');
  prototype.publish = function counted(topic, events) {
    add('bus messages', events.length);
    return follow(Reflect.apply(publish, this, [topic, events]));
  };
}
