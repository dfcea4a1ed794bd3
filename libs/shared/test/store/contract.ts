/** The contract of the store port: one suite that every adapter passes, independent of any engine. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import { documentContract } from './contract-documents.ts';
import { findContract } from './contract-find.ts';
import { raceContract } from './contract-races.ts';
import type { ServerDefect } from './server-defect.ts';

export interface ContractStore {
  readonly store: Store;
  /** Known defects of the server, detected by requests that bypass the store. */
  readonly defects?: ReadonlySet<ServerDefect>;
  close(): Promise<void>;
}

/** Runs the contract against the store that `make` opens. `close` closes the store and releases what `make` opened. */
export function storeContract(name: string, make: () => Promise<ContractStore>): void {
  describe(`store contract: ${name}`, () => {
    let made: ContractStore | undefined;
    before(async () => {
      made = await make();
    });
    after(() => made?.close());
    const store = (): Store => {
      assert.ok(made);
      return made.store;
    };
    const has = (defect: ServerDefect): boolean => made?.defects?.has(defect) === true;
    documentContract(store, has);
    findContract(store, has);
    raceContract(store);
    it('answers a ping', async () => {
      await store().ping();
    });
  });
}
