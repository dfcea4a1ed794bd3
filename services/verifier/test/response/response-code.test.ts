/** The one-time response code: the backend redeems it once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { openRequest } from '../../src/request/sealed-request.ts';
import { accept } from '../../src/response/response-outcome.ts';
import { openVerifier, type World } from '../world.ts';

const BACK = 'https://shop.example/return';

/** A session whose user has declined, and the response code of its redirect URI. */
async function declined(world: World): Promise<{ readonly session: string; readonly code: string }> {
  const { session, request } = await world.ask({ response_mode: 'direct_post', redirectUri: BACK });
  const body = { error: 'access_denied', state: request.state };
  const reply = await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  const { redirect_uri: uri } = reply.body as { readonly redirect_uri: string };
  return { session, code: new URL(uri).searchParams.get('response_code') ?? assert.fail('no code') };
}

const redeem = (world: World, sessionId: string, response_code?: string, tenant = 'default') =>
  world.call('verifier.response-code.redeem', {
    tenant,
    params: { sessionId },
    query: response_code === undefined ? {} : { response_code },
  });

const refusedWith = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;

test('given a code, when the backend redeems it, then it works once', async (t) => {
  const world = await openVerifier(t);
  const { session, code } = await declined(world);
  assert.deepEqual((await redeem(world, session, code)).body, {});
  const { status, presentation } = await world.stored(session);
  assert.equal(status, 'rejected');
  assert.ok(presentation?.progress.state === 'rejected' && presentation.progress.responseCode?.redeemed === true);
  await assert.rejects(redeem(world, session, code), refusedWith('conflict'));
});

test('of many concurrent requests one redeems it', async (t) => {
  const world = await openVerifier(t);
  const { session, code } = await declined(world);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => redeem(world, session, code)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a code that is wrong, missing, or of another session redeems nothing', async (t) => {
  const world = await openVerifier(t);
  const { session, code } = await declined(world);
  const other = await declined(world);
  const open = await world.ask();
  for (const wrong of ['x', undefined, other.code]) {
    await assert.rejects(redeem(world, session, wrong), refusedWith('conflict'));
  }
  await assert.rejects(redeem(world, open.session, code), refusedWith('conflict'));
  assert.deepEqual((await redeem(world, session, code)).body, {});
});

test('for another tenant there is no such session', async (t) => {
  const world = await openVerifier(t);
  const { session, code } = await declined(world);
  await assert.rejects(redeem(world, session, code, 'acme'), refusedWith('not_found'));
  await assert.rejects(redeem(world, 'nothing', code), refusedWith('not_found'));
});

test('an intermediary hands over what was presented with the code, once, and without a webhook it is erased', async (t) => {
  const world = await openVerifier(t, { INTERMEDIARY_ID: 'B' });
  const { session } = await world.ask({ redirectUri: BACK });
  const asked = await world.stored(session);
  const presentation = {
    ...(asked.presentation ?? assert.fail()),
    release: 'response_code',
    eraseAfter: 60_000,
  } as const;
  const party = (await world.platform.store.replace(sessions, { ...asked, presentation })) ?? assert.fail();
  const vault = await world.platform.vaults.of('default');
  const credentials = [{ id: 'pid', values: { given_name: 'Erika' } }] as never;
  const { body } = await accept(
    world.platform,
    { ...party, presentation },
    {
      presentationRequest: openRequest(vault, session, presentation.sealedRequest),
      credentials,
      answerHash: 'a',
    },
  );
  const uri = (body as { readonly redirect_uri: string }).redirect_uri;
  const code = new URL(uri).searchParams.get('response_code') ?? assert.fail('no code');
  assert.deepEqual((await redeem(world, session, code)).body, { credentials });
  const { progress } = (await world.stored(session)).presentation ?? assert.fail();
  assert.ok(progress.state === 'verified' && progress.sealedCredentials === undefined);
  await assert.rejects(redeem(world, session, code), refusedWith('conflict'));
});
