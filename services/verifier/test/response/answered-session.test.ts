import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { parseAuthorizationResponse } from '../../src/presentation/authorization-response.ts';
import { answeredSession } from '../../src/response/answered-session.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { openVerifier } from '../world.ts';

test('an answer in clear belongs to the session of its state, and to no other', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask({ response_mode: 'direct_post' });
  const call = { request: { tenant: 'default' }, reports: newReports() };
  const answerOf = (state: string) => parseAuthorizationResponse({ error: 'access_denied', state });
  const found = await answeredSession(world.platform, call, answerOf(request.state));
  assert.equal(found.id, session);
  const refused = (error: unknown) => error instanceof PresentationError && error.reason === 'state';
  await assert.rejects(answeredSession(world.platform, call, answerOf('unknown')), refused);
  const [handle] = request.state.split('.');
  await assert.rejects(answeredSession(world.platform, call, answerOf(`${handle}.${'A'.repeat(22)}`)), refused);
});
