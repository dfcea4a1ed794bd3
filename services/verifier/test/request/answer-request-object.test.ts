/** The request object: served at its secret address while the request is open. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { annotationOf } from '@countersign/shared/http/annotation';
import type { OperationReply } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openVerifier, type World } from '../world.ts';

const refusedWith = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;

/** A request that no wallet has fetched, and the reference in its address. */
async function linked(world: World, more: JsonObject = {}) {
  const body = { response_type: 'uri', requestId: 'question', ...more };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body });
  const { session, link } = reply.body as { readonly session: string; readonly link: string };
  const uri = new URL(link).searchParams.get('request_uri') ?? '';
  return { session, reference: uri.slice(uri.lastIndexOf('/') + 1) };
}

const fetch = (world: World, session: string, more: object = {}): Promise<OperationReply> =>
  world.call('verifier.request.get', { params: { requestId: 'question', session }, ...more });

const payloadOf = ({ raw }: OperationReply): JsonObject =>
  JSON.parse(Buffer.from(String(raw).split('.')[1] ?? '', 'base64url').toString('utf8'));

test('the first fetch makes the request requested, the next one serves the same and writes nothing', async (t) => {
  const world = await openVerifier(t);
  const { session, reference } = await linked(world);
  assert.equal((await world.stored(session)).status, 'created');
  const first = await fetch(world, reference);
  assert.equal(first.contentType, 'application/oauth-authz-req+jwt');
  assert.equal(first.headers?.['cache-control'], 'no-store');
  const fetched = await world.stored(session);
  assert.equal(fetched.status, 'requested');
  const { nonce, state } = payloadOf(first);
  const again = payloadOf(await fetch(world, reference));
  assert.deepEqual([again.nonce, again.state], [nonce, state]);
  assert.deepEqual(await world.stored(session), fetched);
});

test('a wallet that posts gets its nonce back', async (t) => {
  const world = await openVerifier(t);
  const { reference } = await linked(world);
  const posted = { method: 'POST', encoding: 'form', body: { wallet_nonce: 'of-the-wallet' } };
  assert.equal(payloadOf(await fetch(world, reference, posted)).wallet_nonce, 'of-the-wallet');
  await assert.rejects(
    fetch(world, reference, { ...posted, body: { wallet_nonce: 7 } }),
    (error) => error instanceof ProtocolError && error.options.detail === 'wallet_nonce',
  );
});

test('under another configuration, tenant or secret there is no such request', async (t) => {
  const world = await openVerifier(t);
  const { session, reference } = await linked(world);
  const unknown = refusedWith('not_found');
  await assert.rejects(fetch(world, reference, { params: { requestId: 'other', session: reference } }), unknown);
  await assert.rejects(fetch(world, reference, { tenant: 'acme' }), unknown);
  const last = reference.at(-1) === 'A' ? 'B' : 'A';
  await assert.rejects(fetch(world, `${reference.slice(0, -2)}${last}${last}`), unknown);
  await assert.rejects(fetch(world, 'nothing'), unknown);
  assert.equal((await world.stored(session)).status, 'created');
});

test('an expired or ended request is gone', async (t) => {
  const world = await openVerifier(t);
  const gone = refusedWith('gone');
  const late = await linked(world, { expiresIn: 30 });
  world.now += 30_000;
  await assert.rejects(fetch(world, late.reference), gone);
  assert.equal((await world.stored(late.session)).status, 'created');
  const clear = await linked(world, { response_mode: 'direct_post' });
  const { state } = payloadOf(await fetch(world, clear.reference));
  const body = { error: 'access_denied', state: state ?? '' };
  await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  await assert.rejects(fetch(world, clear.reference), gone);
});

test('the reason says why there is none: what of the address is wrong, or how the request has ended', async (t) => {
  const world = await openVerifier(t);
  const why = async (reply: Promise<OperationReply>): Promise<unknown> => {
    const error = await reply.catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ProtocolError);
    return [error.options.reason, error.options.facts];
  };
  const { reference } = await linked(world, { response_mode: 'direct_post', expiresIn: 30 });
  const other = { params: { requestId: 'other', session: reference } };
  assert.deepEqual(await why(fetch(world, reference, other)), ['request_unknown', { detail: 'another_configuration' }]);
  assert.deepEqual(await why(fetch(world, 'nothing')), ['request_unknown', { detail: 'no_session' }]);
  const last = reference.at(-1) === 'A' ? 'B' : 'A';
  const guessed = fetch(world, `${reference.slice(0, -2)}${last}${last}`);
  assert.deepEqual(await why(guessed), ['request_unknown', { detail: 'another_request' }]);
  const { state } = payloadOf(await fetch(world, reference));
  world.now += 37_000;
  const expired = { detail: 'expired', state: 'requested', expiredSeconds: 7 };
  assert.deepEqual(await why(fetch(world, reference)), ['request_ended', expired]);
  world.now -= 37_000;
  const body = { error: 'access_denied', state: state ?? '' };
  await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  assert.deepEqual(await why(fetch(world, reference)), ['request_ended', { detail: 'answered', state: 'rejected' }]);
});

test('checks of a refused request are reported in their order', async (t) => {
  const world = await openVerifier(t);
  const { reference } = await linked(world);
  const posted = { method: 'POST', encoding: 'form', body: { wallet_nonce: '' } };
  const error = await fetch(world, reference, posted).catch((thrown: unknown) => thrown);
  assert.deepEqual(annotationOf(error)?.checks, [
    { check: 'namedSession', ok: true },
    { check: 'checkOpen', ok: true },
    { check: 'parseWalletParameters', ok: false },
  ]);
});

test('what the wallet supports is compared with the formats of the query', async (t) => {
  const world = await openVerifier(t);
  const mdl = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } };
  const question = { dcql_query: { credentials: [mdl] }, registrationCert: { id: 'r', body: {} } };
  writeFileSync(join(world.configFolder, 'presentation', 'question.json'), JSON.stringify(question));
  const { session, reference } = await linked(world);
  const posting = (formats: object) => {
    const wallet_metadata = JSON.stringify({ vp_formats_supported: formats });
    return fetch(world, reference, { method: 'POST', encoding: 'form', body: { wallet_metadata } });
  };
  await assert.rejects(posting({ 'dc+sd-jwt': {} }), refusedWith('vp_formats_not_supported'));
  assert.equal((await world.stored(session)).status, 'created');
  const { client_metadata: metadata } = payloadOf(await posting({ mso_mdoc: { deviceauth_alg_values: [-9] } }));
  const algorithms = { issuerauth_alg_values: [-7, -9, -35, -36, -8], deviceauth_alg_values: [-7, -9] };
  assert.deepEqual((metadata as JsonObject).vp_formats_supported, { mso_mdoc: algorithms });
});
