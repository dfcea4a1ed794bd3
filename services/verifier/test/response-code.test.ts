/** The code of the way back: one redemption, for the tenant that asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { openVerifier } from './world.ts';

const coded = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;

async function refusedByPerson(t: Parameters<typeof openVerifier>[0]) {
  const world = await openVerifier(t);
  const redirectUri = 'https://backend.example/back?order=7';
  const { session, request } = await world.ask({ response_mode: 'direct_post', redirectUri });
  const body = { error: 'access_denied', state: request.state };
  const reply = await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  const back = new URL(String((reply.body as { redirect_uri?: string }).redirect_uri ?? assert.fail('no way back')));
  const code = back.searchParams.get('response_code') ?? '';
  const redeem = (given: { tenant?: string; sessionId?: string; code?: string } = {}) =>
    world.call('verifier.response-code.redeem', {
      ...{ tenant: given.tenant ?? 'default', params: { sessionId: given.sessionId ?? session } },
      query: { response_code: given.code ?? code },
    });
  return { back, code, redeem };
}

test('the person is led back with a code that is good once', async (t) => {
  const { back, redeem } = await refusedByPerson(t);
  assert.equal(back.searchParams.get('order'), '7');
  await assert.rejects(redeem({ code: 'wrong' }), coded('conflict'));
  await assert.rejects(redeem({ code: '' }), coded('conflict'));
  assert.deepEqual((await redeem()).body, {});
  await assert.rejects(redeem(), coded('conflict'));
});

test('of twenty redemptions at once one succeeds', async (t) => {
  const { redeem } = await refusedByPerson(t);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => redeem()));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('another tenant, and another session, have no such code', async (t) => {
  const { redeem } = await refusedByPerson(t);
  await assert.rejects(redeem({ tenant: 'other' }), coded('not_found'));
  await assert.rejects(redeem({ sessionId: 'nothing' }), coded('not_found'));
});
