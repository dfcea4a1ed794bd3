/** Interactive authorization with a verifier that is faked; test/security/haip-interactive.test.ts has the real one. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { answerInteraction, beginInteraction, interactiveAuthorization } from '../../src/authorize/interactive.ts';
import { goodRequest, openIssuer, refusal } from '../world.ts';

const OPERATION = 'issuer.interactive-authorization';
const PRESENTATION = 'openid4vp_presentation';

async function opened(t: TestContext, credentialConfigurationIds = ['member']) {
  const world = await openIssuer(t, { INTERACTIVE_AUTHORIZATION: 'signed' });
  const calls: OperationRequest[] = [];
  const answers: Record<string, JsonObject | ProtocolError> = {
    'verifier.interaction.request': { openid4vp_request: { request: 'jwt' } },
    'verifier.interaction.response': { presentation_during_issuance_session: 'presented' },
  };
  const call = async (operation: string, request: OperationRequest) => {
    calls.push(request);
    const body = answers[operation] ?? assert.fail(operation);
    if (body instanceof ProtocolError) throw body;
    return { body };
  };
  const platform = { ...world.platform, call };
  const server = { ...world.dependencies, platform };
  const { session, grant } = await world.offer({ credentialConfigurationIds });
  const asked = { ...goodRequest, issuer_state: grant };
  const endpoint = interactiveAuthorization(server);
  const begin = (interaction_types_supported = PRESENTATION) =>
    endpoint(world.request({ ...asked, interaction_types_supported }, world.dpop()), newReports());
  const answer = (auth_session: unknown, headers = world.dpop()) =>
    endpoint(
      world.request({ client_id: 'wallet', auth_session: String(auth_session), openid4vp_response: '{}' }, headers),
      newReports(),
    );
  return { world, server, session, calls, answers, begin, answer };
}

test('where it is off there is nothing at this address', async (t) => {
  const world = await openIssuer(t);
  assert.equal((await refusal(world.post(OPERATION, goodRequest))).code, 'not_found');
});

test('the request of the presentation comes from the verifier, for the attempt that was stored', async (t) => {
  const { world, session, calls, begin } = await opened(t);
  const { body } = await begin();
  const { progress } = (await world.stored(session)).issuance;
  assert.ok(progress.state === 'presentation_required');
  assert.deepEqual(
    calls.map(({ params }) => params),
    [{ sessionId: session, request: progress.attempt.requestId }],
  );
  const { auth_session, ...rest } = body as JsonObject;
  assert.deepEqual(rest, { status: 'require_interaction', type: PRESENTATION, openid4vp_request: { request: 'jwt' } });
  assert.match(String(auth_session), /^[\w-]+$/);
});

test('the code is the same for each repeat, until it is redeemed', async (t) => {
  const { world, session, begin, answer } = await opened(t);
  const { auth_session } = (await begin()).body as JsonObject;
  // As the verifier does before it responds.
  await world.present(session);
  const first = await answer(auth_session);
  assert.deepEqual(await answer(auth_session), first);
  assert.deepEqual(Object.keys(first.body as JsonObject), ['status', 'code']);
  assert.equal((await world.stored(session)).status, 'authorized');
});

test('the verifier is asked for the holder of the auth_session alone', async (t) => {
  const { world, server, calls, begin, answer } = await opened(t);
  const { auth_session } = (await begin()).body as JsonObject;
  calls.length = 0;
  assert.equal((await refusal(answer(auth_session, {} as never))).code, 'invalid_session');
  const sent = world.request(
    { client_id: 'wallet', auth_session: String(auth_session), openid4vp_response: '{}' },
    world.dpop(),
  );
  assert.equal(
    (await refusal(answerInteraction(server, { request: sent, reports: newReports() }, 'ia'))).code,
    'invalid_session',
  );
  assert.deepEqual(calls, []);
});

test('what the verifier says is what the wallet gets, and no code without its value', async (t) => {
  const { begin, answer, answers, session, world } = await opened(t);
  const { auth_session } = (await begin()).body as JsonObject;
  for (const [given, code] of [
    [new ProtocolError('invalid_request', 'no', { reason: 'body_malformed' }), 'invalid_request'],
    [new ProtocolError('gone', 'no', { reason: 'request_ended' }), 'invalid_session'],
    [{}, 'access_denied'],
    // It has not stored the presentation.
    [{ presentation_during_issuance_session: 'presented' }, 'invalid_session'],
  ] as const) {
    answers['verifier.interaction.response'] = given;
    assert.equal((await refusal(answer(auth_session))).code, code);
  }
  assert.equal((await world.stored(session)).status, 'presentation_required');
});

test('without a presentation the browser continues, where the wallet supports that', async (t) => {
  const { world, server, begin } = await opened(t, ['pid']);
  const { auth_session: _, ...rest } = (await begin('redirect_to_web')).body as JsonObject;
  assert.deepEqual(Object.keys(rest).sort(), ['expires_in', 'request_uri', 'status', 'type']);
  assert.equal((await refusal(begin())).code, 'missing_interaction_type');
  const nothing = { request: world.request(goodRequest), reports: newReports() };
  assert.equal((await refusal(beginInteraction(server, nothing, 'iae'))).code, 'invalid_request');
});

test('the reasons of an endpoint that is off, of types that do not help, and of a wallet that does not present', async (t) => {
  const off = await openIssuer(t);
  assert.equal(whyOf(await refusal(off.post(OPERATION, goodRequest))).reason, 'interaction_off');
  const { answers, begin, answer } = await opened(t);
  const { reason, facts } = whyOf(await refusal(begin('other')));
  assert.deepEqual([reason, facts?.received], ['interaction_types', ['other']]);
  const { auth_session } = (await begin()).body as JsonObject;
  answers['verifier.interaction.response'] = {};
  assert.equal(whyOf(await refusal(answer(auth_session))).reason, 'presentation_unanswered');
  const why = { reason: 'request_ended' } as const;
  answers['verifier.interaction.response'] = new ProtocolError('gone', 'It has ended', why);
  assert.equal(whyOf(await refusal(answer(auth_session))).reason, 'request_ended');
  answers['verifier.interaction.response'] = new ProtocolError('gone', 'It has ended, at an older version', {
    reason: 'unexplained',
  });
  assert.equal(whyOf(await refusal(answer(auth_session))).reason, 'auth_session_replaced');
});

test('what the verifier reports of the answer belongs to the request of the wallet', async (t) => {
  const { world, server, answers, begin } = await opened(t);
  const { auth_session } = (await begin()).body as JsonObject;
  const refused = new ProtocolError('invalid_request', 'no', { reason: 'body_malformed' });
  annotated(refused, { checks: [{ check: 'compareKeyBinding', ok: false }] });
  answers['verifier.interaction.response'] = refused;
  const request = world.request(
    { client_id: 'wallet', auth_session: String(auth_session), openid4vp_response: '{}' },
    world.dpop(),
  );
  const reports = newReports();
  await refusal(answerInteraction(server, { request, reports }, 'iae'));
  assert.deepEqual(reports.checks.at(-1), { check: 'compareKeyBinding', ok: false });
});
