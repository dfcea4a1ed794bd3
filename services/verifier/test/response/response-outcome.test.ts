/** Outcomes of a response: one wins, a repeat gets the same reply, any other is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { openRequest } from '../../src/request/sealed-request.ts';
import { accept, hashOfCode, recordWalletError, refuse, replyOf } from '../../src/response/response-outcome.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';
import { openVerifier, type World } from '../world.ts';

const credentials = [{ id: 'pid', values: { given_name: 'Erika' } }] as never;
const because = (reason: string) => (error: unknown) => error instanceof PresentationError && error.reason === reason;

async function openRequestOf(t: Parameters<typeof openVerifier>[0], body: JsonObject = {}) {
  const world = await openVerifier(t);
  const { session: id } = await world.ask(body);
  const session = await presented(world, id);
  const vault = await world.platform.vaults.of('default');
  const request = openRequest(vault, id, session.presentation.sealedRequest);
  const answer = (answerHash: string) =>
    accept(world.platform, session, { presentationRequest: request, credentials, answerHash });
  return { world, id, session, request, vault, answer };
}

async function presented(world: World, id: string): Promise<PresentationSession> {
  const session = await world.stored(id);
  return { ...session, presentation: session.presentation ?? assert.fail() };
}

test('of two concurrent answers one is accepted; the presented claims are sealed', async (t) => {
  const { world, id, vault, answer } = await openRequestOf(t, { webhook: { url: 'https://shop.example/hook' } });
  const both = await Promise.allSettled([answer('a'), answer('b')]);
  const [refused, ...more] = both.filter((each) => each.status === 'rejected');
  assert.ok(refused !== undefined && because('already_answered')(refused.reason) && more.length === 0);
  const { status, presentation, outbox } = await world.stored(id);
  assert.ok(status === 'verified' && presentation?.progress.state === 'verified');
  const { sealedCredentials = '' } = presentation.progress;
  assert.deepEqual(JSON.parse(vault.open(sealedCredentials, `session/${id}/credentials`)), credentials);
  assert.deepEqual(
    outbox.map(({ event }) => event.type),
    ['presentation.verified.v1'],
  );
});

test('the same answer again gets the same redirect, byte for byte, and a code that is stored as a hash', async (t) => {
  const { world, id, answer } = await openRequestOf(t, { redirectUri: 'https://shop.example/return' });
  const first = await answer('a');
  const { redirect_uri: uri } = first.body as { readonly redirect_uri: string };
  const stored = await presented(world, id);
  const { progress } = stored.presentation;
  const code = new URL(uri).searchParams.get('response_code') ?? '';
  assert.ok(progress.state === 'verified' && progress.responseCode?.hash === hashOfCode(code));
  assert.ok(!JSON.stringify(stored).includes(code));
  assert.deepEqual(await answer('a'), first);
  assert.deepEqual(await replyOf(world.platform, stored), first);
  assert.deepEqual(await world.stored(id), stored);
});

test('an answer after the end of the request or of its session is expired', async (t) => {
  const { world, session, answer } = await openRequestOf(t, { expiresIn: 30 });
  world.now += 30_000;
  await assert.rejects(answer('a'), because('expired'));
  world.now -= 1;
  await ofTenant(world.platform.store, 'default').delete(sessions, session);
  await assert.rejects(answer('a'), because('expired'));
});

test('in an issuance the wallet gets a session value that proves its presentation', async (t) => {
  const { world, session, vault } = await openRequestOf(t);
  const sealed = vault.seal('secret', `session/${session.id}/presentation-session`);
  const progress = {
    state: 'verified',
    verifiedAt: 1,
    answerHash: 'a',
    presentationSession: { hash: hashOfCode('secret'), sealed },
  } as const;
  const verified = { ...session, presentation: { ...session.presentation, progress } };
  assert.deepEqual((await replyOf(world.platform, verified)).body, { presentation_during_issuance_session: 'secret' });
});

test('a refused presentation leaves the request open, with the reason and the query it is about', async (t) => {
  const { world, id, session } = await openRequestOf(t);
  await refuse(world.platform, session, new PresentationError('time', { credential: 'pid' }));
  const { presentation } = await world.stored(id);
  assert.deepEqual(presentation?.progress, { state: 'requested', lastError: 'time', credential: 'pid' });
  assert.equal(presentation?.failures, 1);
});

test('the error description of a wallet is sealed, and unknown codes do not reach the bus', async (t) => {
  const { world, id, session, request, vault } = await openRequestOf(t);
  const error = { code: 'of_the_wallet', description: 'Erika said no', endsRequest: true };
  const report = { presentationRequest: request, error, answerHash: 'a', encrypted: true };
  assert.deepEqual((await recordWalletError(world.platform, session, report)).body, {});
  const stored = await world.stored(id);
  assert.ok(stored.presentation?.progress.state === 'rejected');
  const { reason, sealedDescription = '' } = stored.presentation.progress;
  assert.equal(reason, 'of_the_wallet');
  assert.equal(vault.open(sealedDescription, `session/${id}/wallet-error`), 'Erika said no');
  assert.ok(!JSON.stringify(stored.outbox).includes('of_the_wallet') && !JSON.stringify(stored).includes('Erika'));
});

test('an intermediary does not keep the error description of a wallet', async (t) => {
  const { world, id, session, request } = await openRequestOf(t);
  const party = { ...session, presentation: { ...session.presentation, eraseAfter: 1 } };
  const error = { code: 'access_denied', description: 'Erika said no', endsRequest: true };
  await recordWalletError(world.platform, party, {
    presentationRequest: request,
    error,
    answerHash: 'a',
    encrypted: true,
  });
  const { presentation } = await world.stored(id);
  assert.ok(presentation?.progress.state === 'rejected');
  assert.equal(presentation.progress.sealedDescription, undefined);
});
