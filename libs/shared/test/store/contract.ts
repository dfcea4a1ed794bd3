/** The contract of the store port: one suite that every adapter passes. It knows nothing of an engine. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import { documentContract } from './contract-documents.ts';
import { findContract } from './contract-find.ts';
import { raceContract } from './contract-races.ts';

export interface ContractStore {
  readonly store: Store;
  /** What the server is known to do wrong; found by trying it, past the store. */
  readonly defects?: ReadonlySet<ServerDefect>;
  close(): Promise<void>;
}

/**
 * Servers that stand in for a real one have defects that no adapter can make good:
 * `unique-not-freed`: a unique value stays taken after its document was replaced by one without it;
 * `extreme-numbers`: numbers whose exponents are far from zero are sorted wrongly.
 */
export type ServerDefect = 'unique-not-freed' | 'extreme-numbers';

/** Runs the contract against the store that `make` opens. `close` ends what `make` began, and closes the store. */
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
