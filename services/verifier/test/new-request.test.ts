/** A new request: values of its own, sealed, and in the document only as hashes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRequest } from '../src/new-request.ts';
import { openRequest } from '../src/sealed-request.ts';
import { openVerifier, PUBLIC_URL } from './world.ts';

const configuration = {
  ...{ id: 'question', source: 'file', version: 'v', dcqlQuery: { credentials: [] }, query: {} },
  ...{ statusUnreachable: 'accept', issuerName: 'any', retention: 'webhook', registrationCertificate: 'cert' },
} as never;
const session = { id: 's', tenant: 'default', handle: 'h' };
const given = { session, configuration, requestUri: `${PUBLIC_URL}/r`, requestHash: 'rh' } as const;

test('what the wallet sends back stands outside the seal only as hashes', async (t) => {
  const { platform } = await openVerifier(t);
  const { presentation, clientId } = await newRequest(platform, { ...given, responseMode: 'direct_post.jwt' });
  const vault = await platform.vaults.of('default');
  const asked = openRequest(vault, 's', presentation.sealedRequest);
  const outside = JSON.stringify(presentation);
  assert.ok(!outside.includes(asked.state));
  assert.ok(!outside.includes(asked.encryptionKey?.kid ?? assert.fail('no key')));
  assert.ok(!JSON.stringify(asked.encryptionKey).includes('"d"'), 'the private key is not in the request');
  assert.ok(presentation.sealedKey !== undefined && presentation.keyIdHash !== undefined);
  assert.deepEqual(
    [asked.clientId, asked.requestUri, asked.statusUnreachable, asked.issuerName, asked.registrationCertificate],
    [clientId, given.requestUri, 'accept', 'any', 'cert'],
  );
  assert.deepEqual([presentation.retention, presentation.requestHash], ['webhook', 'rh']);
  assert.throws(() => openRequest(vault, 'another', presentation.sealedRequest));
});

test('an answer in clear has no key; the state and the way back are kept', async (t) => {
  const { platform } = await openVerifier(t);
  const made = await newRequest(platform, { ...given, responseMode: 'direct_post', redirectUri: 'https://b.example/' });
  const asked = openRequest(await platform.vaults.of('default'), 's', made.presentation.sealedRequest);
  assert.deepEqual([asked.encryptionKey, asked.redirectUri], [undefined, 'https://b.example/']);
  assert.deepEqual([made.presentation.sealedKey, made.presentation.keyIdHash], [undefined, undefined]);
});

test('no two requests share nonce, state or key', async (t) => {
  const { platform } = await openVerifier(t);
  const made = await Promise.all([1, 2].map(() => newRequest(platform, { ...given, responseMode: 'direct_post.jwt' })));
  const vault = await platform.vaults.of('default');
  const values = made.flatMap(({ presentation }) => {
    const { state, encryptionKey } = openRequest(vault, 's', presentation.sealedRequest);
    return [presentation.nonce, state, encryptionKey?.kid, encryptionKey?.jwk.x];
  });
  assert.equal(new Set(values).size, 8);
});
