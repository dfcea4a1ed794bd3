/** Outcomes of a response: each one write, the same answer again without an effect. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationSession } from '@countersign/shared/model/presentation/presentation-state';
import { PresentationError } from '../src/protocol/presentation-error.ts';
import { accept, hashOfCode, recordWalletError, refuse, replyOf } from '../src/response-outcome.ts';
import { openRequest, type SealedRequest } from '../src/sealed-request.ts';
import { refusesLater } from './protocol/refuses.ts';
import { openVerifier, type World } from './world.ts';

const BACK = 'https://backend.example/back';

async function asked(world: World, body = {}): Promise<{ session: PresentationSession; asked: SealedRequest }> {
  const { session: id } = await world.ask({ response_mode: 'direct_post', redirectUri: BACK, ...body });
  const stored = await world.stored(id);
  const session = { ...stored, presentation: stored.presentation ?? assert.fail() };
  const vault = await world.platform.vaults.of('default');
  return { session, asked: openRequest(vault, id, session.presentation.sealedRequest) };
}

const codeOf = ({ body }: { body?: unknown }): string =>
  new URL(String((body as { redirect_uri?: string }).redirect_uri)).searchParams.get('response_code') ?? '';

test('one answer wins: the same one again gets the same way back, another one is refused', async (t) => {
  const world = await openVerifier(t);
  const given = await asked(world);
  const answer = { asked: given.asked, credentials: [], answerHash: 'first' };
  const first = await accept(world.platform, given.session, answer);
  assert.deepEqual(await accept(world.platform, given.session, answer), first);
  await refusesLater(accept(world.platform, given.session, { ...answer, answerHash: 'other' }), 'already_answered');
  const { presentation } = await world.stored(given.session.id);
  const { progress } = presentation ?? assert.fail();
  assert.ok(progress.state === 'verified' && progress.responseCode !== undefined);
  assert.equal(progress.responseCode.hash, hashOfCode(codeOf(first)));
  assert.ok(!JSON.stringify(presentation).includes(codeOf(first)), 'the code itself is sealed');
});

test('what was presented is sealed for its session', async (t) => {
  const world = await openVerifier(t);
  const given = await asked(world, { redirectUri: undefined });
  const credentials = [{ id: 'pid', values: { given_name: 'Ada' } }] as never;
  assert.deepEqual(await accept(world.platform, given.session, { asked: given.asked, credentials, answerHash: 'a' }), {
    ...{ body: {} },
  });
  const stored = await world.stored(given.session.id);
  assert.ok(!JSON.stringify(stored).includes('Ada'));
  const { progress } = stored.presentation ?? assert.fail();
  const vault = await world.platform.vaults.of('default');
  const sealed = (progress.state === 'verified' ? progress.sealedCredentials : undefined) ?? assert.fail();
  assert.deepEqual(JSON.parse(vault.open(sealed, `session/${stored.id}/credentials`)), credentials);
});

test('an answer after the end of the request is too late', async (t) => {
  const world = await openVerifier(t);
  const given = await asked(world, { expiresIn: 30 });
  world.now += 30_000;
  const answer = { asked: given.asked, credentials: [], answerHash: 'a' };
  await refusesLater(accept(world.platform, given.session, answer), 'expired');
});

test('the tenth refusal ends the request, with the reason of the last', async (t) => {
  const world = await openVerifier(t);
  const given = await asked(world);
  const error = new PresentationError('claims', undefined, 'pid', 'age is missing');
  for (let n = 0; n < 9; n += 1) await refuse(world.platform, given.session, error);
  assert.equal((await world.stored(given.session.id)).presentation?.progress.state, 'requested');
  await refuse(world.platform, given.session, error);
  const { progress } = (await world.stored(given.session.id)).presentation ?? assert.fail();
  assert.ok(progress.state === 'rejected');
  assert.deepEqual([progress.reason, progress.credential, progress.finding], ['claims', 'pid', 'age is missing']);
});

test("the person's refusal ends the request; another error of the wallet leaves it open, and both lead back", async (t) => {
  const world = await openVerifier(t);
  for (const [code, endsRequest, state] of [
    ['access_denied', true, 'rejected'],
    ['wallet_unavailable', false, 'requested'],
  ] as const) {
    const given = await asked(world);
    const error = { code, endsRequest, description: 'CANARY of the person' };
    const report = { asked: given.asked, error, answerHash: code, encrypted: false };
    const reply = await recordWalletError(world.platform, given.session, report as never);
    assert.ok(codeOf(reply).length > 20, code);
    const stored = await world.stored(given.session.id);
    assert.equal(stored.presentation?.progress.state, state);
    assert.ok(!JSON.stringify(stored).includes('CANARY'), 'what a wallet writes may tell of the person');
  }
});

test('a request that nothing has answered leads nowhere', async (t) => {
  const world = await openVerifier(t);
  const { session } = await asked(world);
  assert.deepEqual(await replyOf(world.platform, session), { body: {} });
});
