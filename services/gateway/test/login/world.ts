/** A store with vaults and a clock that moves, for tests of logins. */
import type { TestContext } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryStore } from '@countersign/shared/test/store/temporary';

export async function loginWorld(t: TestContext) {
  const store = await temporaryStore(t);
  let now = Date.UTC(2030, 0, 1);
  const clock = (): number => now;
  return {
    store,
    clock,
    log: silentLog,
    vaults: createVaults({ store, masterKey: Buffer.alloc(32, 7), random: systemRandom, clock }),
    advance: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}
