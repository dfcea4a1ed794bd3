/** A store with its vaults, and a clock, for tests of traces. */
import type { TestContext } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { readSettings } from '@countersign/shared/settings/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import type { Batch } from '../../src/trace/buffer.ts';
import { createTraceWriter } from '../../src/trace/writer.ts';

export async function openTraceWorld(t: TestContext, change: (store: Store) => Store = (store) => store) {
  const opened = await temporaryStore(t);
  const time = { now: Date.UTC(2030, 0, 1) };
  const clock = (): number => time.now;
  const vaults = createVaults({ store: opened, masterKey: Buffer.alloc(32, 7), random: systemRandom, clock });
  const store = change(opened);
  const lost: (string | undefined)[] = [];
  const logged: string[] = [];
  const { settings } = readSettings({});
  const log = createLog('debug', clock, (line) => logged.push(line));
  const parts = { settings, store, vaults, clock, random: systemRandom, log };
  const metrics = { count: (_: string, labels: Readonly<Record<string, string>>) => void lost.push(labels.cause) };
  /** Another replica. */
  const newWriter = () =>
    createTraceWriter({ ...parts, metrics, tenantExists: async (id) => id === 'acme' || id === 'other' });
  return { ...parts, opened, time, lost, logged, newWriter, write: newWriter() };
}

/** A store with some operations replaced. */
export function wrapped(store: Store, other: Partial<Store>): Store {
  return {
    insert: (...args) => store.insert(...args),
    get: (...args) => store.get(...args),
    replace: (...args) => store.replace(...args),
    find: (...args) => store.find(...args),
    delete: (...args) => store.delete(...args),
    ping: () => store.ping(),
    close: () => store.close(),
    ...other,
  };
}

/** An entry's line. */
export function line(request: string, at = Date.UTC(2030, 0, 1)): string {
  return JSON.stringify({ at, step: 'token', request, outcome: 'refused', reason: 'code_unknown' });
}

export function ofSession(session: string, requests: readonly string[], lost = 0): Batch {
  return { tenant: 'acme', session, lines: requests.map((request) => line(request)), lost };
}

export function ofTenant(tenant: string | undefined, requests: readonly string[], maybeTenant?: string): Batch {
  return { tenant, maybeTenant, session: undefined, lines: requests.map((request) => line(request)), lost: 0 };
}
