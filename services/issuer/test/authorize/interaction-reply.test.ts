import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interactionDone, interactionRequired } from '../../src/authorize/interaction-reply.ts';

const required = { type: 't', authSession: 's', members: { request_uri: 'r' } };

test('the newer dialect answers 401 with an error, the older one success with a status', () => {
  const { status, body } = interactionRequired('ia', required);
  assert.equal(status, 401);
  const error_description = 'An interaction is needed first';
  assert.deepEqual(body, {
    error: 'insufficient_authorization',
    error_description,
    interaction_type_required: 't',
    auth_session: 's',
    request_uri: 'r',
  });
  assert.deepEqual(interactionRequired('iae', required), {
    body: { status: 'require_interaction', type: 't', auth_session: 's', request_uri: 'r' },
  });
});

test('each names the code in its own way', () => {
  assert.deepEqual(interactionDone('ia', 'c'), { body: { authorization_code: 'c' } });
  assert.deepEqual(interactionDone('iae', 'c'), { body: { status: 'ok', code: 'c' } });
});
