/** A replica of the status service in this process, over a store that others may use at the same time. */

import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import { type OperationReply, type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { readSettings } from '@countersign/shared/settings/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { createStatus } from '@countersign/status/status';
import { TENANT } from './scale-fill.ts';
import type { StatusInstance } from './scale-status.ts';

const PUBLIC_URL = 'http://127.0.0.1:1';

export interface LocalInstance extends StatusInstance {
  /** Indexes for a credential request, like the issuer's call. */
  allocate(request: string, count: number): Promise<readonly { readonly uri: string; readonly idx: number }[]>;
}

/** @param masterKey of the server that created the store, base64url */
export function statusInstance(store: Store, masterKey: string): LocalInstance {
  const { settings } = readSettings({ PUBLIC_URL, MASTER_KEY: masterKey, LOG_LEVEL: 'silent' });
  const common = { store, clock: Date.now, log: silentLog, random: systemRandom, metrics: noMetrics };
  const vaults = createVaults({ ...common, masterKey: Buffer.from(masterKey, 'base64url') });
  const keys = createKeyRing({ ...common, vaults, publicUrl: PUBLIC_URL, configFolder: 'test/samples' });
  const requirementsOf = () => requirements({ profile: 'open' }, settings);
  const { operations } = createStatus({
    ...common,
    requirementsOf,
    settings,
    vaults,
    keys,
    wakeEntryRelay: () => undefined,
  });
  const call = async (name: string, request: Partial<OperationRequest>): Promise<OperationReply> => {
    const operation = operationNamed(operations, name);
    if (operation === undefined) throw new Error(`The status service has no operation ${name}`);
    const none = { id: 'bench', tenant: TENANT, url: PUBLIC_URL, params: {}, query: {}, headers: {} } as const;
    return operation({ ...none, method: 'POST', body: undefined, encoding: 'json', ...request });
  };
  return {
    set: async (session, status) => {
      const { body } = await call('status.update', { body: { sessionId: session, status } });
      return body as unknown as { readonly uri: string; readonly idx: number }[];
    },
    list: async (uri) => {
      const n = /\/(\d+)$/.exec(new URL(uri).pathname)?.[1];
      const { raw } = await call('status.list', {
        method: 'GET',
        encoding: 'none',
        params: n === undefined ? {} : { n },
      });
      return String(raw);
    },
    allocate: async (request, count) => {
      const { body } = await call('status.allocate', {
        body: { session: 'bench', configuration: 'pid', request, count },
      });
      return (body as unknown as { entries: { uri: string; idx: number }[] }).entries;
    },
  };
}
