/** The contract of the store port: one suite that every adapter passes. It knows nothing of an engine. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import { documentContract } from './contract-documents.ts';
import { findContract } from './contract-find.ts';
import { raceContract } from './contract-races.ts';

/** Runs the contract against the store that `make` opens. `close` ends what `make` began, and closes the store. */
export function storeContract(
  name: string,
  make: () => Promise<{ readonly store: Store; close(): Promise<void> }>,
): void {
  describe(`store contract: ${name}`, () => {
    let made: { readonly store: Store; close(): Promise<void> } | undefined;
    before(async () => {
      made = await make();
    });
    after(() => made?.close());
    const store = (): Store => {
      assert.ok(made);
      return made.store;
    };
    documentContract(store);
    findContract(store);
    raceContract(store);
    it('answers a ping', async () => {
      await store().ping();
    });
  });
}
