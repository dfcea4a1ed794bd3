import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { beginPresentation } from '../../src/authorize/begin-presentation.ts';
import { authorizationChecks } from '../../src/authorize/checks.ts';
import { received } from '../../src/client/received.ts';
import { goodRequest, openIssuer, refusal } from '../world.ts';

async function checkedRequest(t: TestContext) {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const request = world.request({ ...goodRequest, issuer_state: grant }, world.dpop());
  const begun = await authorizationChecks.run(
    'challenge',
    received(world.dependencies, { request, reports: newReports() }),
  );
  const checked = await authorizationChecks.run('present', begun);
  return { world, session, checked, required: checked.required ?? assert.fail() };
}

test('the attempt says how it is answered, and is stored with the request', async (t) => {
  const { world, session, checked, required } = await checkedRequest(t);
  const { reference, session: stored, begun } = await beginPresentation(checked, required, 'iae');
  assert.deepEqual(stored, await world.stored(session));
  assert.ok(stored.issuance.progress.state === 'presentation_required' && reference !== '');
  assert.deepEqual(stored.issuance.progress.attempt, begun.attempt);
  assert.equal(begun.attempt.interaction, 'iae');
});

test('the proof of the request is used with it', async (t) => {
  const { checked, required } = await checkedRequest(t);
  const { begun } = await beginPresentation(checked, required);
  assert.ok(!('interaction' in begun.attempt));
  assert.equal((await refusal(beginPresentation(checked, required))).code, 'invalid_dpop_proof');
});
