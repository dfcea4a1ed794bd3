/** The contents of a request object, encrypted for its session only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRequest, type SealedRequest, sealRequest } from '../../src/request/sealed-request.ts';
import { openVerifier } from '../world.ts';

const request: SealedRequest = {
  requestUri: 'https://verifier.example/request/a',
  responseMode: 'direct_post',
  clientId: 'x509_hash:a',
  state: 'handle.secret',
  dcqlQuery: { credentials: [] },
  transactionData: [],
};

test('a sealed request opens for its session alone, and reveals nothing', async (t) => {
  const { platform } = await openVerifier(t);
  const vault = await platform.vaults.of('default');
  const sealed = sealRequest(vault, 's', request);
  assert.deepEqual(openRequest(vault, 's', sealed), request);
  assert.ok(!sealed.includes('verifier.example') && !sealed.includes('secret'));
  assert.throws(() => openRequest(vault, 'other', sealed));
  const other = await platform.vaults.of('acme');
  assert.throws(() => openRequest(other, 's', sealed));
});

test('another sealed value does not open as a request', async (t) => {
  const { platform } = await openVerifier(t);
  const vault = await platform.vaults.of('default');
  const text = vault.seal('"text"', 'session/s/presentation');
  assert.throws(() => openRequest(vault, 's', text), /not an object/);
});
