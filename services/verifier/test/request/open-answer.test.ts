/** Reading a response with its request's key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { parseAuthorizationResponse } from '../../src/presentation/authorization-response.ts';
import { type OpenedRequest, openid4vpAnswer } from '../../src/request/open-answer.ts';
import { openRequest } from '../../src/request/sealed-request.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';
import { openPageWorld, type PageWorld, walletAnswer } from '../dc-api-world.ts';

async function openedRequest(world: PageWorld, id: string): Promise<OpenedRequest> {
  const session = (await world.stored(id)) as PresentationSession;
  const vault = await world.platform.vaults.of('default');
  const presentationRequest = openRequest(vault, id, session.presentation.sealedRequest);
  return { session, presentationRequest, vault, reports: newReports() };
}

const because = (reason: string) => (error: unknown) => error instanceof PresentationError && error.reason === reason;

test('an encrypted answer of a page opens without a state; that of a link needs it', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const opened = await openedRequest(world, made.session);
  const read = openid4vpAnswer(parseAuthorizationResponse({ ...walletAnswer(made).data }));
  const { clear, encrypted, sessionTranscripts } = read(opened);
  assert.deepEqual([clear.kind, encrypted, sessionTranscripts], ['vp_token', true, undefined]);
  const { dcApi: _, ...link } = opened.presentationRequest;
  assert.throws(() => read({ ...opened, presentationRequest: link }), because('state'));
});

test('an answer whose key is erased does not open', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const opened = await openedRequest(world, made.session);
  const { sealedKey: _, ...keyless } = opened.session.presentation;
  const read = openid4vpAnswer(parseAuthorizationResponse({ ...walletAnswer(made).data }));
  assert.throws(
    () => read({ ...opened, session: { ...opened.session, presentation: keyless } }),
    because('unknown_key'),
  );
});

test('the mode of the request decides about encryption; each check is reported', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const opened = await openedRequest(world, made.session);
  const clear = openid4vpAnswer(parseAuthorizationResponse({ vp_token: { pid: ['x'] } }));
  assert.throws(() => clear(opened), because('not_encrypted'));
  const error = openid4vpAnswer(parseAuthorizationResponse({ error: 'access_denied' }))(opened);
  assert.deepEqual([error.clear.kind, error.encrypted], ['error', false]);
  openid4vpAnswer(parseAuthorizationResponse({ ...walletAnswer(made).data }))(opened);
  const checks = opened.reports.checks.map(({ check, ok }) => `${ok ? '' : 'not '}${check}`);
  assert.deepEqual(checks, ['not checkResponseMode', 'checkResponseMode', 'checkResponseMode', 'decrypted']);
});
