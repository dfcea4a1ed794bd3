import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/sessions';
import { NOW } from './protocol/presentations.ts';
import { openVerifier } from './world.ts';

const keyOf = ({ presentation, responseKeyUntil }: SessionDocument) => [presentation?.sealedKey, responseKeyUntil];

test('without encryption there is no key, and the request still ends; the end of a request erases its key', async (t) => {
  const world = await openVerifier(t);
  const clear = await world.ask({ response_mode: 'direct_post' });
  assert.deepEqual(keyOf(await world.stored(clear.session)), [undefined, NOW + 300_000]);
  const { session, request } = await world.ask();
  // Without encryption the tenth refused answer ends it.
  for (const error_description of '0123456789') {
    assert.notEqual(keyOf(await world.stored(session))[0], undefined);
    const body = { error: 'access_denied', error_description, state: request.state };
    await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  }
  assert.deepEqual(keyOf(await world.stored(session)), [undefined, undefined]);
});

test('the request object never needs the key', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask();
  const { presentation } = await world.stored(session);
  const vault = await world.platform.vaults.of('default');
  const text = vault.open(presentation?.sealedRequest ?? '', `session/${session}/presentation`);
  const [key] = request.client_metadata.jwks?.keys ?? [];
  assert.ok(key !== undefined && text.includes(key.kid) && !text.includes('"d":'));
});
