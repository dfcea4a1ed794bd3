import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkAuthSession } from '../../src/authorize/check-auth-session.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';

test('a challenge names its session and that of its presentation', async () => {
  const session = sessionWith();
  const { text: auth_session, hash } = reference(1);
  const parameters = { auth_session, presentation_during_issuance_session: 'presented' };
  const known = await checkAuthSession({ ...holding(session), parameters });
  assert.deepEqual(known, { found: { session, hash }, presentationSession: 'presented' });
});

test('a request without one of them is refused alike', async () => {
  const known = holding(sessionWith());
  const auth_session = reference(1).text;
  const presented = { presentation_during_issuance_session: 'presented' };
  for (const parameters of [{ auth_session }, presented, { auth_session: 'x', ...presented }]) {
    await assert.rejects(checkAuthSession({ ...known, parameters }), { code: 'invalid_session' });
  }
});

test('an unknown session and a missing presentation have different reasons', async () => {
  const known = holding(sessionWith());
  const presented = { presentation_during_issuance_session: 'presented' };
  const unknown = await refusalOf(() =>
    checkAuthSession({ ...known, parameters: { auth_session: 'x', ...presented } }),
  );
  assert.deepEqual(unknown, { code: 'invalid_session', reason: 'auth_session_unknown' });
  const missing = await refusalOf(() =>
    checkAuthSession({ ...known, parameters: { auth_session: reference(1).text } }),
  );
  const facts = { parameter: 'presentation_during_issuance_session' };
  assert.deepEqual(missing, { code: 'invalid_session', reason: 'presentation_missing', facts });
});
