/** The same-device return: its target after errors, and what its codes give access to. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { explained } from '@countersign/gateway/test/sessions/explained';
import {
  encrypt,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, count, sessionOf } from '../support/flows.ts';
import { type FetchedRequest, holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const BACK = 'https://shop.example/back';

describe('the way back from a wallet', () => {
  let server: TestServer;
  let held: HeldCredential;
  before(async () => {
    server = await startSampleServer();
    server.writeConfig('presentation/question.json', pidQuestion);
    held = await holdPid(server);
  });
  after(() => server.close());

  const report = ({ request }: FetchedRequest, error: string, more: Record<string, string> = {}): Promise<Answer> =>
    post(request.response_uri, { error, state: request.state, ...more });
  const answerWell = ({ request }: FetchedRequest): Promise<Answer> =>
    post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  const redeem = async (session: string, code: string): Promise<Answer> =>
    read(await server.a(`/session/${session}?response_code=${code}`));
  const codeOf = (answer: Answer): string => {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.json), ['redirect_uri']);
    const url = new URL(answer.json.redirect_uri);
    assert.equal(url.origin + url.pathname, BACK);
    const code = url.searchParams.get('response_code') ?? '';
    assert.match(code, /^[\w-]{43}$/);
    return code;
  };

  it('is open after a refusal of the person: the code shows the rejected session, once', async () => {
    const asked = await makeFetchedRequest(server, { redirectUri: BACK, response_mode: 'direct_post' });
    const answer = await report(asked, 'access_denied');
    const code = codeOf(answer);
    assert.ok(!answer.text.includes(asked.session));
    const tries = await Promise.all(Array.from({ length: 10 }, () => redeem(asked.session, code)));
    assert.deepEqual([count(tries, 200), count(tries, 409)], [1, 9]);
    const shown = tries.find(({ status }) => status === 200)?.json;
    assert.deepEqual(
      [shown.status, shown.error, shown.credentials],
      ['rejected', explained('access_denied', {}, 'wallet_error'), undefined],
    );
    // the identical report gets the identical response; anything else finds the request ended
    assert.equal((await report(asked, 'access_denied')).text, answer.text);
    for (const other of ['server_error', 'access_denied '])
      assertRefused(await report(asked, other), 400, 'invalid_request');
    const described = await report(asked, 'access_denied', { error_description: 'x' });
    assertRefused(described, 400, 'invalid_request');
    assertRefused(await answerWell(asked), 400, 'invalid_request');
  });

  it('is open too where the report came encrypted', async () => {
    const asked = await makeFetchedRequest(server, { redirectUri: BACK });
    const { request } = asked;
    const fields = { response: encrypt(request, { error: 'access_denied', state: request.state }) };
    const answer = await post(request.response_uri, fields);
    const code = codeOf(answer);
    assert.equal((await post(request.response_uri, fields)).text, answer.text);
    assert.equal((await redeem(asked.session, code)).json.status, 'rejected');
  });

  it('is open too where the report came in clear and ends nothing: the code shows what the wallet said', async () => {
    const asked = await makeFetchedRequest(server, { redirectUri: BACK });
    const { json } = await redeem(asked.session, codeOf(await report(asked, 'access_denied')));
    assert.deepEqual([json.status, json.error], ['requested', explained('access_denied', {}, 'wallet_error')]);
    assert.equal((await redeem(asked.session, codeOf(await answerWell(asked)))).json.status, 'verified');
  });

  it('is open after an error that ends nothing: its code shows the error, and never what is presented later', async () => {
    const asked = await makeFetchedRequest(server, { redirectUri: BACK });
    const first = await report(asked, 'wallet_unavailable');
    const early = codeOf(first);
    assert.equal((await report(asked, 'wallet_unavailable')).text, first.text);
    const shown = await redeem(asked.session, early);
    assert.deepEqual(
      [shown.status, shown.json.status, shown.json.error],
      [200, 'requested', explained('wallet_unavailable', {}, 'wallet_error')],
    );
    assert.equal((await redeem(asked.session, early)).status, 409);
    // a used code is useless to anybody who comes back again
    const second = codeOf(await report(asked, 'wallet_unavailable'));
    assert.notEqual(second, early);
    // a bad presentation in between doesn't change the way back
    const { request } = asked;
    const bad = vpTokenOf(present(held, request, { nonce: 'wrong' }), request);
    assertRefused(await post(request.response_uri, responseFields(request, bad)), 400, 'invalid_request');
    assert.deepEqual((await sessionOf(server, asked.session)).error, explained('kb_nonce', { credential: 'pid' }));
    assert.equal(codeOf(await report(asked, 'wallet_unavailable')), second);

    const last = codeOf(await answerWell(asked));
    for (const old of [early, second]) assert.equal((await redeem(asked.session, old)).status, 409);
    assert.equal((await sessionOf(server, asked.session)).credentials, undefined);
    assert.equal((await redeem(asked.session, last)).json.credentials.length, 1);
    assertRefused(await report(asked, 'wallet_unavailable'), 400, 'invalid_request');
  });

  it('of 20 refusals at the same instant one is taken, and copies of it get its answer', async () => {
    const body = { redirectUri: BACK, response_mode: 'direct_post' };
    const same = await makeFetchedRequest(server, body);
    const copies = await Promise.all(Array.from({ length: 20 }, () => report(same, 'access_denied')));
    assert.equal(new Set(copies.map(codeOf)).size, 1);
    const different = await makeFetchedRequest(server, body);
    const reports = await Promise.all(
      Array.from({ length: 20 }, (_, n) => report(different, 'access_denied', { error_description: `${n}` })),
    );
    assert.deepEqual([count(reports, 200), count(reports, 400)], [1, 19]);
  });

  it('does not exist where the request was made without it', async () => {
    const asked = await makeFetchedRequest(server, { response_mode: 'direct_post' });
    assert.deepEqual((await report(asked, 'wallet_unavailable')).json, {});
    const refused = await report(asked, 'access_denied');
    assert.deepEqual([refused.status, refused.json], [200, {}]);
    assert.equal((await redeem(asked.session, 'x')).status, 409);
    assert.deepEqual((await report(asked, 'access_denied')).json, {});
  });

  it('leads anywhere, unless REDIRECT_ALLOW names the hosts', async (t) => {
    const narrow = await startSampleServer({ env: { REDIRECT_ALLOW: 'shop.example,org.shop.app:' } });
    t.after(() => narrow.close());
    narrow.writeConfig('presentation/question.json', pidQuestion);
    const create = async (to: TestServer, redirectUri: string): Promise<Answer> => {
      const body = JSON.stringify({ response_type: 'uri', requestId: 'question', redirectUri });
      return read(await to.a('/oid4vp', { method: 'POST', body }));
    };
    for (const good of [BACK, 'org.shop.app://back']) assert.equal((await create(narrow, good)).status, 201, good);
    for (const foreign of ['https://evil.example/back', 'https://shop.example.evil.example/', 'other.app://back']) {
      const answer = await create(narrow, foreign);
      assert.deepEqual([answer.status, answer.json.errors[0].pointer], [400, '/redirectUri'], foreign);
      assert.equal((await create(server, foreign)).status, 201, foreign);
    }
  });
});
