/**
 * Presentations that the authorization server requests; test/security/haip-interactive.test.ts covers the responses.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { annotationOf } from '@countersign/shared/http/annotation';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CborMap } from '@countersign/shared/mdoc/cbor-value';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../../src/mdoc/session-transcript.ts';
import { issuance } from '../issuing.ts';
import { changed, dateTime, MDL, MDL_NAMESPACE, member } from '../mdoc/made-mdoc.ts';
import { mdocIssuer, mdocOf } from '../presentation/mdocs.ts';
import { CLIENT_ID, presentationOf } from '../presentation/presentations.ts';
import { openVerifier, PUBLIC_URL } from '../world.ts';

const FORM = { registrationCert: { id: 'r', body: {} } };

/** Valid at the time of the world. */
const validThen = (mso: CborMap): CborMap => {
  const begin = dateTime('2030-01-01T12:00:00Z');
  const validity = changed(member(mso, 'validityInfo'), [
    ['signed', begin],
    ['validFrom', begin],
  ]);
  return changed(mso, [['validityInfo', validity]]);
};

async function opened(t: TestContext, env: Readonly<Record<string, string>> = {}, dialect?: 'ia' | 'iae') {
  const world = await openVerifier(t, { INTERACTIVE_AUTHORIZATION: 'unsigned', INTERACTIVE_RESPONSE: 'plain', ...env });
  const { id, attempt, reference } = await issuance(world, 's', dialect);
  const call = (name: string, more: object = {}, request = attempt.requestId) =>
    world.call(`verifier.interaction.${name}`, { method: 'POST', params: { sessionId: id, request }, ...more });
  const ask = async () => ((await call('request')).body as JsonObject).openid4vp_request as JsonObject;
  const answer = (body: JsonObject) => call('response', { body, encoding: 'json' });
  return { world, id, reference, call, ask, answer };
}

const refused = (code: string, detail?: string) => (error: unknown) =>
  error instanceof ProtocolError && error.code === code && (detail === undefined || error.options.detail === detail);

test('the request is made once, and has no address', async (t) => {
  const { world, id, ask, reference } = await opened(t, {}, 'ia');
  const [first, again] = [await ask(), await ask()];
  assert.deepEqual(again, first);
  assert.deepEqual([first.response_mode, first.client_id], ['ia_post', undefined]);
  const { presentation } = await world.stored(id);
  assert.deepEqual([presentation?.nonce, presentation?.progress], [first.nonce, { state: 'requested' }]);
  const params = { requestId: 'question', session: reference };
  await assert.rejects(world.call('verifier.request.get', { params }), refused('not_found'));
});

test('signed and encrypted as the settings say', async (t) => {
  const { ask } = await opened(t, { INTERACTIVE_AUTHORIZATION: 'signed', INTERACTIVE_RESPONSE: 'encrypted' }, 'iae');
  const request = await ask();
  assert.deepEqual(Object.keys(request), ['request']);
  const payload = JSON.parse(Buffer.from(String(request.request).split('.')[1] ?? '', 'base64url').toString('utf8'));
  assert.equal(payload.response_mode, 'iae_post.jwt');
});

test('for an attempt that is answered elsewhere, or not the present one, there is none', async (t) => {
  const elsewhere = await opened(t);
  await assert.rejects(elsewhere.ask(), refused('gone'));
  const { call } = await opened(t, {}, 'ia');
  await assert.rejects(call('request', {}, 'another'), refused('gone'));
  await assert.rejects(call('request', { params: { sessionId: 'nothing', request: 'r' } }), refused('gone'));
  await assert.rejects(call('request', { tenant: 'other' }), refused('gone'));
});

test('the proof names this server and no other, and needs no state', async (t) => {
  const { ask, answer } = await opened(t, {}, 'ia');
  const { nonce } = await ask();
  const vpToken = (aud: string): JsonObject => ({
    vp_token: { pid: [presentationOf({ keyBinding: { nonce, aud } })] },
  });
  for (const aud of [CLIENT_ID, 'ia:https://forwarding.example', 'iae:https://verifier.example']) {
    await assert.rejects(answer(vpToken(aud)), refused('invalid_request', 'kb_aud'));
  }
  // No anchor of this world covers the issuer: the binding was accepted.
  for (const aud of ['ia:https://verifier.example', 'ia:https://verifier.example/authorize/challenge']) {
    await assert.rejects(answer(vpToken(aud)), refused('invalid_request', 'issuer_trust'));
  }
});

test('an error of the wallet is recorded', async (t) => {
  const { world, id, ask, answer } = await opened(t, {}, 'ia');
  await ask();
  assert.deepEqual((await answer({ error: 'access_denied' })).body, {});
  assert.equal((await world.stored(id)).presentation?.progress.state, 'rejected');
});

test('the issuer, which asks on behalf of the wallet, gets reason, checks and notes', async (t) => {
  const { ask, answer } = await opened(t, {}, 'ia');
  const { nonce } = await ask();
  const aud = 'ia:https://forwarding.example';
  const error = await answer({ vp_token: { pid: [presentationOf({ keyBinding: { nonce, aud } })] } }).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ProtocolError);
  assert.equal(error.options.reason, 'kb_aud');
  assert.deepEqual((error.options.facts as { received?: string }).received, aud);
  const { checks = [] } = annotationOf(error) ?? {};
  assert.deepEqual(checks.at(-1), { check: 'compareKeyBinding', ok: false });
  const reply = await answer({ error: 'access_denied' });
  assert.deepEqual(reply.annotation?.notes, [{ reason: 'wallet_error', facts: { received: 'access_denied' } }]);
});

test('an mdoc: the device signs for the endpoint of this server, and for nothing else', async (t) => {
  const { world, ask, answer } = await opened(t, {}, 'ia');
  const write = (path: string, text: string): void => writeFileSync(join(world.configFolder, path), text);
  const claims = [{ path: [MDL_NAMESPACE, 'given_name'] }];
  const mdl = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: MDL }, claims };
  write('presentation/question.json', JSON.stringify({ ...FORM, dcql_query: { credentials: [mdl] } }));
  mkdirSync(join(world.configFolder, 'trust'));
  write('trust/iaca.pem', mdocIssuer.anchorPem);
  const { nonce, response_mode: mode, client_metadata: metadata } = await ask();
  assert.deepEqual(
    [mode, Object.keys((metadata as JsonObject).vp_formats_supported as JsonObject)],
    ['ia_post', ['mso_mdoc']],
  );
  const endpoint = `${PUBLIC_URL}/authorize/challenge`;
  const answered = (transcript: Buffer) => answer({ vp_token: { mdl: [mdocOf({ transcript, mso: validThen })] } });
  const parts = { nonce: String(nonce), jwkThumbprint: null };
  for (const transcript of [
    interactionTranscript({ ...parts, endpoint: `${PUBLIC_URL}/authorize/interactive` }),
    interactionTranscript({ ...parts, endpoint: 'https://forwarding.example/authorize/challenge' }),
    interactionTranscript({ ...parts, endpoint, jwkThumbprint: Buffer.alloc(32) }),
    dcApiTranscript({ ...parts, origin: PUBLIC_URL }),
    redirectTranscript({ ...parts, clientId: CLIENT_ID, responseUri: `${PUBLIC_URL}/oid4vp/response` }),
  ]) {
    await assert.rejects(answered(transcript), refused('invalid_request', 'kb_signature'));
  }
  const { body } = await answered(interactionTranscript({ ...parts, endpoint }));
  assert.deepEqual(Object.keys(body as JsonObject), ['presentation_during_issuance_session']);
});
