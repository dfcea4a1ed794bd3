/** A presentation on the authorization page and by its link: one request in two forms. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { encryptJwe, recipientKey } from '@countersign/shared/crypto/encrypt-jwe';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { type Answering, type Entry, openPageWorld, requestIn, walletAnswer } from '../dc-api-world.ts';
import { issuance } from '../issuing.ts';
import { presentationOf, VCT } from '../presentation/presentations.ts';
import { type FetchedRequest, PUBLIC_URL } from '../world.ts';

const AUD = `origin:${PUBLIC_URL}`;
const question = {
  dcql_query: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['given_name'] }] }],
  },
  registrationCert: { id: 'r', body: {} },
  issuerName: 'any',
};

async function opened(t: TestContext, channel: 'browser' | 'challenge' = 'browser') {
  const world = await openPageWorld(t);
  writeFileSync(join(world.configFolder, 'presentation', 'question.json'), JSON.stringify(question));
  const { id, attempt, reference } = await issuance(world, 's', undefined, channel);
  const call = (name: string, more: object = {}, request = attempt.requestId) =>
    world.call(`verifier.page.${name}`, { method: 'POST', params: { sessionId: id, request }, ...more });
  const requests = async () => ((await call('request')).body as unknown as { requests: readonly Entry[] }).requests;
  const answer = (body: object) => call('response', { body: body as JsonObject, encoding: 'json' });
  const byPage = async (answering: Answering = {}) =>
    walletAnswer({ session: id, digital: { requests: await requests() }, expiresAt: '' }, { aud: AUD, ...answering });
  const progress = async () => (await world.stored(id)).presentation?.progress;
  /** The request of the link, fetched. */
  const linked = async () => {
    const { raw } = await world.call('verifier.request.get', { params: { requestId: 'question', session: reference } });
    const payload = Buffer.from(String(raw).split('.')[1] ?? '', 'base64url').toString('utf8');
    return JSON.parse(payload) as FetchedRequest;
  };
  /** Posts to the response endpoint, encrypted. */
  const post = async ({ client_metadata, state, nonce }: FetchedRequest, aud: string, more: object = { state }) => {
    const key = (client_metadata.jwks?.keys[0] ?? assert.fail()) as JsonObject & { readonly kid: string };
    const plaintext = JSON.stringify({ vp_token: { pid: [presentationOf({ keyBinding: { nonce, aud } })] }, ...more });
    const response = encryptJwe({ plaintext, recipient: recipientKey(key), enc: 'A256GCM', random: systemRandom });
    return world.call('verifier.response', { method: 'POST', encoding: 'form', body: { response } });
  };
  return { world, id, call, requests, answer, byPage, progress, linked, post };
}

test('the page gets the signed request for its origin, and the session stays as it is', async (t) => {
  const { requests, progress } = await opened(t);
  const entries = await requests();
  assert.deepEqual(
    entries.map(({ protocol }) => protocol),
    ['openid4vp-v1-signed'],
  );
  const request = requestIn(entries[0] ?? assert.fail());
  assert.deepEqual([request.expected_origins, request.response_mode], [[PUBLIC_URL], 'dc_api.jwt']);
  assert.deepEqual(await progress(), { state: 'created' });
});

test('its answer is verified, gives the page nothing of the link, and counts once more', async (t) => {
  const { answer, byPage, progress } = await opened(t);
  const body = await byPage();
  assert.deepEqual((await answer(body)).body, {});
  assert.equal((await progress())?.state, 'verified');
  assert.deepEqual((await answer(body)).body, {});
});

test('an answer for one form is none for the other', async (t) => {
  const { answer, byPage, linked, post, progress } = await opened(t);
  const request = await linked();
  const foreign = await byPage({ aud: request.client_id });
  assert.equal((await refusalOf(() => answer(foreign))).reason, 'kb_aud');
  // The JWE of the page, and its proof with the state of the link.
  assert.equal((await refusalOf(() => post(request, AUD, {}))).reason, 'state');
  assert.equal((await refusalOf(() => post(request, AUD))).reason, 'kb_aud');
  assert.equal((await progress())?.state, 'requested');
  await post(request, request.client_id);
  assert.equal((await progress())?.state, 'verified');
});

test('one answer wins, whichever form is first', async (t) => {
  const page = await opened(t);
  const [request, body] = [await page.linked(), await page.byPage()];
  await page.answer(body);
  assert.equal((await refusalOf(() => page.post(request, request.client_id))).reason, 'already_answered');
  const link = await opened(t);
  const [first, second] = [await link.linked(), await link.byPage()];
  await link.post(first, first.client_id);
  assert.equal((await refusalOf(() => link.answer(second))).reason, 'already_answered');
  assert.equal((await refusalOf(() => link.requests())).reason, 'request_ended');
});

test('an answer of another origin, another protocol, in clear or an error of the page is refused', async (t) => {
  const { answer, byPage } = await opened(t);
  const { protocol, data } = await byPage();
  const reason = async (body: object) => (await refusalOf(() => answer(body))).reason;
  assert.equal(await reason(await byPage({ aud: 'origin:https://evil.example' })), 'kb_aud');
  assert.equal(await reason({ protocol: 'openid4vp-v1-unsigned', data }), 'dc_api_protocol');
  assert.equal(await reason({ protocol: 'org-iso-mdoc', data }), 'dc_api_protocol');
  assert.equal(await reason({ protocol, data: { vp_token: {} } }), 'not_encrypted');
  for (const body of [{}, { error: 'NotAllowedError' }, { protocol }]) assert.equal(await reason(body), 'parameters');
  assert.deepEqual((await answer({ protocol, data })).body, {});
});

test('there is none for the attempt of a wallet, another request, an ended one and another tenant', async (t) => {
  const challenge = await opened(t, 'challenge');
  assert.equal((await refusalOf(() => challenge.requests())).reason, 'request_ended');
  const { world, call, answer, requests, byPage } = await opened(t);
  const body = await byPage();
  for (const more of [{ params: { sessionId: 'nothing', request: 'r' } }, { tenant: 'other' }]) {
    assert.equal((await refusalOf(() => call('request', more))).reason, 'request_ended');
  }
  assert.equal((await refusalOf(() => call('request', {}, 'another'))).reason, 'request_ended');
  world.now += 600_000;
  assert.equal((await refusalOf(() => requests())).reason, 'request_ended');
  assert.equal((await refusalOf(() => answer(body))).reason, 'expired');
});
