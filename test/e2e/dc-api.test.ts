/**
 * Presentation on a page, in both API variants: create, the browser's wallet, the backend's post, session and webhook.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import {
  createForPage,
  madeForPage,
  ORIGIN,
  OTHER_ORIGIN,
  pageQuestion,
  postAnswer,
  walletAnswers,
} from '../support/dc-api-page.ts';
import { type Backend, openBackend } from '../support/presentation.ts';
import { holdPidOf, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { answerPageWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

for (const shape of shapes) {
  describe(`presentation on a page, ${shape.name}`, () => {
    let server: TestServer;
    let backend: Backend;
    let held: HeldCredential;
    before(async () => {
      server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
      backend = await openBackend();
      server.writeConfig(`${shape.folder}presentation/page.json`, pageQuestion);
      const dcApiRequests = ['unsigned'];
      server.writeConfig(`${shape.folder}presentation/open-page.json`, { ...pageQuestion, dcApiRequests });
      const retention = { retention: 'webhook', webhook: backend.url };
      server.writeConfig(`${shape.folder}presentation/once.json`, { ...pageQuestion, ...retention });
      held = await holdPidOf(server, shape);
    });
    after(async () => {
      await server.close();
      await backend.close();
    });

    const get = async (path: string) => (await read(await shape.call(server, path))).json;

    for (const [form, body] of [
      ['signed', {}],
      ['signed', { response_mode: 'dc_api' }],
      ['unsigned', { requestId: 'open-page' }],
    ] as const) {
      it(`a client library of others answers, ${form} ${JSON.stringify(body)}`, async () => {
        const made = await madeForPage(server, shape, { ...body, webhook: { url: backend.url }, state: 'order-1' });
        assert.equal((await get(`/session/${made.session}`)).status, 'created');
        const before = backend.got.length;
        const entry = made.digital.requests.find(({ protocol }) => protocol === `openid4vp-v1-${form}`);
        const answer = await answerPageWithOpenid4vp(entry ?? assert.fail(), ORIGIN, held);
        const result = await postAnswer(server, shape, made.session, answer);
        assert.equal(result.status, 200, result.text);
        const { session, status, credentials } = result.json;
        assert.deepEqual([session, status, credentials.length], [made.session, 'verified', 1]);
        const view = await get(`/session/${made.session}`);
        assert.deepEqual([view.status, view.state], ['verified', 'order-1']);
        assert.deepEqual(view.credentials, credentials);
        await backend.arrived(before + 1);
        const webhook = JSON.parse(backend.got[before]?.body ?? '{}');
        assert.deepEqual([webhook.session, webhook.credentials], [made.session, credentials]);
      });
    }

    it('a repeat with and without an Idempotency-Key gets the same result, and the webhook is sent once', async () => {
      const made = await madeForPage(server, shape, { webhook: { url: backend.url } });
      const before = backend.got.length;
      const answer = walletAnswers(made, held, OTHER_ORIGIN);
      const key = { 'idempotency-key': `page-${made.session}` };
      const first = await postAnswer(server, shape, made.session, answer, key);
      assert.equal(first.status, 200, first.text);
      const again = await postAnswer(server, shape, made.session, answer, key);
      assert.deepEqual([again.status, again.json], [200, first.json]);
      assert.equal(again.headers.get('idempotent-replay'), 'true');
      assert.deepEqual((await postAnswer(server, shape, made.session, answer)).json, first.json);
      const other = await postAnswer(server, shape, made.session, { error: 'NotAllowedError' }, key);
      assert.equal(other.status, 422);
      await backend.arrived(before + 1);
      assert.equal(backend.got.length, before + 1);
    });

    it('what was presented goes with its webhook, also where the result was kept for a key', async () => {
      const made = await madeForPage(server, shape, { requestId: 'once' });
      const before = backend.got.length;
      const answer = walletAnswers(made, held);
      const key = { 'idempotency-key': `once-${made.session}` };
      const first = await postAnswer(server, shape, made.session, answer, key);
      assert.equal(first.json.credentials.length, 1);
      await backend.arrived(before + 1);
      let erased = false;
      for (let n = 0; n < 100 && !erased; n += 1) {
        erased = (await get(`/session/${made.session}`)).credentialsErased === true;
        if (!erased) await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const again = await postAnswer(server, shape, made.session, answer, key);
      assert.deepEqual(again.json, { session: made.session, status: 'verified', credentialsErased: true });
    });

    it('a cancelled page leaves the session open, and says so in session and trace', async () => {
      const made = await madeForPage(server, shape);
      const cancelled = await postAnswer(server, shape, made.session, { error: 'NotAllowedError' });
      assert.deepEqual([cancelled.status, cancelled.json], [200, { session: made.session, status: 'requested' }]);
      const view = await get(`/session/${made.session}`);
      assert.deepEqual(
        [view.status, view.error.code, view.error.reason],
        ['requested', 'NotAllowedError', 'wallet_error'],
      );
      assert.equal((await postAnswer(server, shape, made.session, walletAnswers(made, held))).status, 200);
    });

    it('no picture, and no link', async () => {
      const body = JSON.stringify({ response_type: 'dc-api', requestId: 'page' });
      const path = shape.name === 'variant A' ? '/oid4vp' : '/presentation-management/request';
      const refused = await read(
        await shape.call(server, path, { method: 'POST', body, headers: { accept: 'image/png' } }),
      );
      assert.deepEqual([refused.status, refused.json.reason], [406, 'dc_api_accept']);
      const { json } = await createForPage(server, shape);
      assert.deepEqual(Object.keys(json).sort(), ['digital', 'expiresAt', 'session']);
    });

    it('an unknown session is not found; that of a link takes no answer of a page', async () => {
      assert.equal((await postAnswer(server, shape, 'nothing', { error: 'NotAllowedError' })).status, 404);
      const link = await createForPage(server, shape, { response_type: 'uri' });
      const refused = await postAnswer(server, shape, link.json.session, { error: 'NotAllowedError' });
      assert.deepEqual([refused.status, refused.json.reason], [409, 'dc_api_not_asked']);
    });
  });
}
