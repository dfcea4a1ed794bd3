import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PresentationProgress } from '@countersign/shared/model/session/presentation-part';
import { openIssuer } from '../world.ts';
import { presenting } from './presenting.ts';

async function followed(t: TestContext) {
  const world = await openIssuer(t);
  const page = await presenting(world);
  const follow = async (reference = page.reference) =>
    (await world.call('issuer.authorization.follow', { params: { reference } })).body as Record<string, string>;
  return { world, ...page, follow };
}

/** The parameters in the page's redirect URI. */
function redirected(redirect = ''): Record<string, string> {
  return Object.fromEntries(new URL(redirect).searchParams);
}

test('an unknown reference is expired', async (t) => {
  const { follow } = await followed(t);
  assert.deepEqual(await follow('x'), { state: 'expired' });
});

test('it waits until the presentation is verified, and then returns one code', async (t) => {
  const { world, session, follow } = await followed(t);
  assert.deepEqual(await follow(), { state: 'waiting' });
  await world.present(session);
  const { state, redirect } = await follow();
  assert.equal(state, 'continue');
  const { code, iss, state: echoed } = redirected(redirect);
  assert.ok(code !== undefined && iss !== undefined && echoed === 'course');
  assert.equal((await follow()).redirect, redirect, 'asked again it leads to the same code');
  assert.equal((await world.stored(session)).status, 'authorized');
});

const unanswered: readonly [last: string, reason: string][] = [
  ['access_denied', 'declined'],
  ['invalid_presentation', 'not_accepted'],
];
for (const [lastError, reason] of unanswered) {
  test(`after ${lastError} it still waits, with the reason ${reason}`, async (t) => {
    const { world, session, follow } = await followed(t);
    await world.present(session, { state: 'requested', lastError });
    const answer = await follow();
    assert.deepEqual([answer.state, answer.reason], ['waiting', reason]);
    assert.equal(redirected(answer.redirect).error, 'access_denied');
  });
}

const ends: readonly [progress: PresentationProgress, reason: string][] = [
  [{ state: 'rejected', reason: 'access_denied' }, 'declined'],
  [{ state: 'rejected', reason: 'too_many_failures' }, 'not_accepted'],
];
for (const [progress, reason] of ends) {
  test(`a rejected presentation ends the issuance: ${reason}`, async (t) => {
    const { world, session, follow } = await followed(t);
    await world.present(session, progress);
    const answer = await follow();
    assert.deepEqual([answer.state, answer.reason], ['refused', reason]);
    assert.equal(redirected(answer.redirect).error, 'access_denied');
    assert.equal((await world.stored(session)).status, 'failed');
    assert.deepEqual(await follow(), answer);
  });
}

test('after its expiry it redirects to the wallet with an error, also after a presentation', async (t) => {
  const { world, session, follow } = await followed(t);
  await world.present(session);
  world.now += 600_000;
  const { state, redirect } = await follow();
  assert.equal(state, 'expired');
  assert.equal(redirected(redirect).error, 'access_denied');
  assert.equal((await world.stored(session)).status, 'presentation_required');
});
