import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeContract } from './contract.ts';
import { defectsOf, mongoServer, mongoUrl, replicas } from './mongo-server.ts';

if (mongoUrl === undefined) {
  test('store contract: mongo', (t) => t.skip('needs MONGODB_URL'));
} else {
  const url = mongoUrl;
  for (const count of [1, 2]) {
    storeContract(`mongo, ${count} client(s)`, async () => {
      const server = await mongoServer(url);
      const [first, ...others] = Array.from({ length: count }, () => server.open());
      assert.ok(first);
      return {
        store: replicas([first, ...others]),
        defects: await defectsOf(server),
        close: () => server.close(),
      };
    });
  }
}
