import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkInteractionAnswer } from '../../src/authorize/check-interaction-answer.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';

test('an answer names its session, and holds a JSON object as text', async () => {
  const session = sessionWith();
  const { text: auth_session, hash } = reference(1);
  const parameters = { auth_session, openid4vp_response: '{"vp_token":{}}' };
  const known = await checkInteractionAnswer({ ...holding(session), parameters });
  assert.deepEqual(known, { found: { session, hash }, response: { vp_token: {} } });
});

test('without its session or its answer it is refused alike; text that is no object is named', async () => {
  const known = holding(sessionWith());
  const auth_session = reference(1).text;
  for (const parameters of [
    { auth_session },
    { openid4vp_response: '{}' },
    { auth_session: 'x', openid4vp_response: '{}' },
  ]) {
    await assert.rejects(checkInteractionAnswer({ ...known, parameters }), { code: 'invalid_session' });
  }
  for (const openid4vp_response of ['x', '[]', '1', 'null', '{', `{"x":[${'1,'.repeat(90_000)}1]}`]) {
    const parameters = { auth_session, openid4vp_response };
    await assert.rejects(checkInteractionAnswer({ ...known, parameters }), { code: 'invalid_request' });
  }
});

test('an unknown session, a missing and an unreadable answer have different reasons', async () => {
  const known = holding(sessionWith());
  const auth_session = reference(1).text;
  const why = async (parameters: JsonObject) => {
    const { reason, facts } = await refusalOf(() => checkInteractionAnswer({ ...known, parameters }));
    return [reason, facts];
  };
  const facts = { parameter: 'openid4vp_response' };
  assert.deepEqual(await why({ auth_session: 'x', openid4vp_response: '{}' }), ['auth_session_unknown', undefined]);
  assert.deepEqual(await why({ auth_session }), ['presentation_missing', facts]);
  assert.deepEqual(await why({ auth_session, openid4vp_response: '[]' }), ['interaction_response', facts]);
});
