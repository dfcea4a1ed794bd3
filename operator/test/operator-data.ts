/** Data for an operator's command: an embedded store with dead letters in a separate folder. */

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { storeDeadLetter } from '@countersign/shared/model/delivery/dead-letters';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { eventOf } from '@countersign/shared/test/bus/contract';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';

export const MASTER_KEY = Buffer.from('operator-test-master-key-0123456').toString('base64url');

export interface OperatorData {
  readonly folder: string;
  readonly env: Environment;
  /** Opens the store for the duration of a function. */
  use<T>(look: (store: Store) => Promise<T>): Promise<T>;
}

export async function operatorData(t: TestContext): Promise<OperatorData> {
  const folder = join(await temporaryFolder(t), 'data');
  const env = { DATA_FOLDER: folder, MASTER_KEY, AUTH_API_KEY: 'operator-test-api-key-0123456789' };
  const data: OperatorData = {
    folder,
    env,
    use: async (look) => {
      const store = await openEmbeddedStore({ folder });
      try {
        return await look(store);
      } finally {
        await store.close();
      }
    },
  };
  await data.use(async () => undefined);
  return data;
}

/**
 * Three dead letters: of an existing session, of an erased one, and of a message that isn't an event.
 * @returns their ids, oldest first
 */
export function keepDeadLetters({ use }: OperatorData): Promise<readonly [string, string, string]> {
  return use(async (store) => {
    const keep = storeDeadLetter(store);
    const common = { topic: 'issuance-results', group: 'g', error: 'TypeError', tries: 4 } as const;
    const [known, unknown] = [eventOf('known'), eventOf('unknown')];
    await keep({ ...common, event: known, at: 1000 });
    await keep({ ...common, event: unknown, at: 2000 });
    await keep({ ...common, unreadable: { position: '3/17', text: 'CANARY' }, tries: 0, at: 3000 });
    await store.insert(sessions, {
      id: known.subject,
      tenant: 'default',
      kind: 'issuance',
      status: 'created',
      handle: 'h',
      createdAt: 1,
      updatedAt: 1,
      expiresAt: 2,
      pendingDeliveries: [],
      outbox: [],
    });
    const id = (name: string): string => `issuance-results/g/${name}`;
    return [id(known.id), id(unknown.id), id('@3/17')];
  });
}
