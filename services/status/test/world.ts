/** A status service over an embedded store, with a clock of its own. */
import type { TestContext } from 'node:test';
import { createKeyRing } from '@countersign/shared/crypto/key-ring';
import { createVaults } from '@countersign/shared/crypto/vaults';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { silentLog } from '@countersign/shared/log';
import { systemRandom } from '@countersign/shared/random';
import { readSettings } from '@countersign/shared/read-settings';
import type { Service } from '@countersign/shared/runtime/service';
import type { Store } from '@countersign/shared/store/port';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import type { LeaseOptions } from '../src/lease-positions.ts';
import { createStatus } from '../src/status.ts';
import type { StatusPlatform } from '../src/status-platform.ts';

export const PUBLIC_URL = 'https://issuer.example';

export interface World {
  readonly store: Store;
  now: number;
  /** Another replica over the same store. */
  replica(options?: LeaseOptions, store?: Store): Service;
}

/** Makes a world; gone after the test. */
export async function world(t: TestContext): Promise<World> {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const { settings } = readSettings({
    PUBLIC_URL,
    LOG_LEVEL: 'silent',
    MASTER_KEY: Buffer.alloc(32).toString('base64url'),
  });
  const made: World = {
    store,
    now: Date.UTC(2030, 0, 1, 10, 20, 30),
    replica: (options, replicaStore = store) => {
      const clock = (): number => made.now;
      const common = { store: replicaStore, clock, log: silentLog };
      const vaults = createVaults({ ...common, masterKey: Buffer.alloc(32, 1), random: systemRandom });
      const keys = createKeyRing({ ...common, vaults, publicUrl: PUBLIC_URL, configFolder });
      const platform: StatusPlatform = { ...common, settings, vaults, keys };
      return createStatus(platform, options);
    },
  };
  return made;
}

/** Calls an operation of the service. */
export async function call(
  service: Service,
  operation: string,
  request: Partial<OperationRequest> = {},
): Promise<OperationReply> {
  const found = service.operations[operation];
  if (found === undefined) throw new Error(`no operation ${operation}`);
  const defaults = { id: 'r', tenant: 'default', method: 'GET', url: PUBLIC_URL, params: {}, query: {}, headers: {} };
  return found({ ...defaults, encoding: 'none', ...request });
}

export interface Entry {
  readonly uri: string;
  readonly idx: number;
}

/** Allocates indexes for a request. */
export async function allocate(
  service: Service,
  request: string,
  count: number,
  more: { readonly tenant?: string; readonly session?: string } = {},
): Promise<readonly Entry[]> {
  const { tenant = 'default', session = 's' } = more;
  const body = { session, configuration: 'pid', request, count };
  const reply = await call(service, 'status.allocate', { method: 'POST', tenant, encoding: 'json', body });
  return (reply.body as unknown as { entries: Entry[] }).entries;
}
