/** The request object: fetched as often as the wallet likes, until the request has ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openVerifier, type World } from './world.ts';

async function asked(world: World, body: JsonObject = {}) {
  const given = { response_type: 'uri', requestId: 'question', ...body };
  const { body: made } = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body: given });
  const { session, link } = made as { session: string; link: string };
  const uri = new URL(link).searchParams.get('request_uri') ?? '';
  const reference = uri.slice(uri.lastIndexOf('/') + 1);
  const fetch = (more: object = {}) =>
    world.call('verifier.request.get', { params: { requestId: 'question', session: reference }, ...more });
  return { session, reference, fetch };
}

const coded = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;
const contentOf = ({ raw }: { raw?: unknown }) =>
  JSON.parse(Buffer.from(String(raw).split('.')[1] ?? '', 'base64url').toString());

test('every fetch has the same values; the first one is noted, and nothing may keep it', async (t) => {
  const world = await openVerifier(t);
  const { session, fetch } = await asked(world);
  assert.equal((await world.stored(session)).presentation?.progress.state, 'created');
  const first = await fetch();
  assert.deepEqual(
    [first.contentType, first.headers?.['cache-control']],
    ['application/oauth-authz-req+jwt', 'no-store'],
  );
  const { rev } = await world.stored(session);
  const again = await fetch();
  assert.deepEqual([contentOf(again).nonce, contentOf(again).state], [contentOf(first).nonce, contentOf(first).state]);
  const stored = await world.stored(session);
  assert.deepEqual([stored.presentation?.progress.state, stored.rev], ['requested', rev]);
});

test('the nonce of the wallet comes back, in answers to POST alone', async (t) => {
  const { fetch } = await asked(await openVerifier(t));
  const body = { wallet_nonce: 'n-123' };
  assert.equal(contentOf(await fetch({ method: 'POST', encoding: 'form', body })).wallet_nonce, 'n-123');
  assert.equal(contentOf(await fetch()).wallet_nonce, undefined);
});

test('another configuration, another tenant and a changed reference have no request', async (t) => {
  const { reference, fetch } = await asked(await openVerifier(t));
  const last = reference.endsWith('A') ? 'B' : 'A';
  for (const more of [
    { params: { requestId: 'other', session: reference } },
    { params: { requestId: 'question', session: `${reference.slice(0, -1)}${last}` } },
    { params: { requestId: 'question' } },
    { tenant: 'other' },
  ]) {
    await assert.rejects(fetch(more), coded('not_found'));
  }
});

test('after its time a request is gone', async (t) => {
  const world = await openVerifier(t);
  const { fetch } = await asked(world, { expiresIn: 30 });
  world.now += 29_999;
  await fetch();
  world.now += 1;
  await assert.rejects(fetch(), coded('gone'));
});
