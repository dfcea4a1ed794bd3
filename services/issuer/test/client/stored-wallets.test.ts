import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStoredWallets } from '../../src/client/stored-wallets.ts';
import { openIssuer } from '../world.ts';

test('stored registrations are parsed once a version; without any there is nothing', async (t) => {
  const world = await openIssuer(t);
  const stored = createStoredWallets(world.platform);
  assert.equal(await stored.of('museum'), undefined);
  const registrations = { public_clients: false, public_redirect_schemes: ['museum-app'] };
  await stored.change('museum', () => ({ registrations }));
  const found = await stored.of('museum');
  assert.deepEqual(found?.registrations, registrations);
  assert.deepEqual([found?.clients.publicClients, found?.clients.redirectSchemes], [false, ['museum-app']]);
  world.now += 5000;
  assert.equal(await stored.of('museum'), found);
  assert.equal(await stored.of('other'), undefined);
  await stored.change('museum', () => ({}));
  assert.equal(await stored.of('museum'), undefined);
});
