/** The sealed request opens for its own session alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRequest, type SealedRequest, sealRequest } from '../src/sealed-request.ts';
import { openVerifier } from './world.ts';

const request: SealedRequest = {
  ...{ requestUri: 'https://v.example/r', responseMode: 'direct_post', clientId: 'c', state: 'the-state' },
  ...{ dcqlQuery: { credentials: [] }, transactionData: ['t'], redirectUri: 'https://b.example/' },
};

test('it comes back as it was, and tells nothing from outside', async (t) => {
  const vault = await (await openVerifier(t)).platform.vaults.of('default');
  const sealed = sealRequest(vault, 's', request);
  assert.ok(!sealed.includes('the-state'));
  assert.deepEqual(openRequest(vault, 's', sealed), request);
});

test('that of another session or tenant does not open; what is no object is an error', async (t) => {
  const { vaults } = (await openVerifier(t)).platform;
  const vault = await vaults.of('default');
  const sealed = sealRequest(vault, 's', request);
  assert.throws(() => openRequest(vault, 'other', sealed));
  const other = await vaults.of('other');
  assert.throws(() => openRequest(other, 's', sealed));
  assert.throws(() => openRequest(vault, 's', vault.seal('"text"', 'session/s/presentation')), /no object/);
});
