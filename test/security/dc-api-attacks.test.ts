/** The Digital Credentials API over HTTP, against responses that don't come from the page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { WalletRefuses } from '@countersign/wallet/sending/failures';
import {
  answerTo,
  createForPage,
  madeForPage,
  ORIGIN,
  OTHER_ORIGIN,
  pageQuestion,
  postAnswer,
  walletAnswers,
} from '../support/dc-api-page.ts';
import { holdPidOf, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const EVIL = 'https://evil.example';

for (const shape of shapes) {
  describe(`answers of pages, ${shape.name}`, () => {
    let server: TestServer;
    let held: HeldCredential;
    before(async () => {
      server = await startSampleServer();
      server.writeConfig(`${shape.folder}presentation/page.json`, pageQuestion);
      held = await holdPidOf(server, shape);
    });
    after(() => server.close());

    /** Posts a response that is refused; returns its status and reason. */
    const refused = async (session: string, body: object): Promise<string> => {
      const { status, json } = await postAnswer(server, shape, session, body);
      return `${status} ${(json as { reason?: string }).reason}`;
    };

    it('another protocol, an answer in clear and one of another origin are refused', async () => {
      const made = await madeForPage(server, shape);
      const { protocol, data } = walletAnswers(made, held);
      for (const other of ['openid4vp-v1-unsigned', 'openid4vp-v1-multisigned', 'org-iso-mdoc', 'openid4vp']) {
        assert.equal(await refused(made.session, { protocol: other, data }), '400 dc_api_protocol', other);
      }
      const [message] = made.digital.requests;
      const request = openDigitalRequest(message ?? assert.fail(), ORIGIN);
      const clear = answerTo({ ...request, response_mode: 'dc_api' }, held, `origin:${ORIGIN}`);
      assert.equal(await refused(made.session, { protocol, data: clear }), '400 not_encrypted');
      for (const audience of [
        `origin:${EVIL}`,
        ORIGIN,
        `origin:${ORIGIN}/`,
        request.client_id,
        `web-origin:${ORIGIN}`,
      ]) {
        const foreign = { protocol, data: answerTo(request, held, audience) };
        assert.equal(await refused(made.session, foreign), '400 kb_aud', audience);
      }
      assert.equal((await postAnswer(server, shape, made.session, { protocol, data })).status, 200);
    });

    it('the answer to another session is refused by the kid of its key', async () => {
      const [one, other] = [await madeForPage(server, shape), await madeForPage(server, shape)];
      assert.equal(await refused(one.session, walletAnswers(other, held)), '400 unknown_key');
      assert.equal((await postAnswer(server, shape, other.session, walletAnswers(other, held))).status, 200);
    });

    it('of many posts at once one wins; a second answer is refused afterwards too', async () => {
      const made = await madeForPage(server, shape);
      const posts = Array.from({ length: 8 }, () => refused(made.session, walletAnswers(made, held)));
      const outcomes = await Promise.all(posts);
      assert.equal(outcomes.filter((outcome) => outcome === '200 undefined').length, 1, outcomes.join(', '));
      assert.equal(outcomes.filter((outcome) => outcome === '400 already_answered').length, 7, outcomes.join(', '));
      assert.equal(await refused(made.session, walletAnswers(made, held)), '400 already_answered');
    });

    it('an origin that body or header claims is ignored', async () => {
      const made = await madeForPage(server, shape);
      const [message] = made.digital.requests;
      const request = openDigitalRequest(message ?? assert.fail(), ORIGIN);
      const data = { ...answerTo(request, held, `origin:${EVIL}`), origin: EVIL };
      const body = { protocol: 'openid4vp-v1-signed', data, origin: EVIL };
      const { status, json } = await postAnswer(server, shape, made.session, body, {
        referer: `${EVIL}/`,
        origin: EVIL,
      });
      assert.deepEqual([status, (json as { reason?: string }).reason], [400, 'kb_aud']);
      const good = { ...walletAnswers(made, held), origin: EVIL };
      assert.equal((await postAnswer(server, shape, made.session, good, { origin: EVIL })).status, 200);
    });

    it('a signed request that is taken to another page: the wallet refuses it, by origins that are never a pattern', async () => {
      const made = await madeForPage(server, shape);
      assert.throws(() => walletAnswers(made, held, EVIL), WalletRefuses);
      const [message] = made.digital.requests;
      const request = openDigitalRequest(message ?? assert.fail(), ORIGIN) as unknown as Record<string, unknown>;
      assert.deepEqual(request.expected_origins, [ORIGIN, OTHER_ORIGIN]);
      for (const origins of [
        ['*'],
        ['https://*.example'],
        [`${ORIGIN}/`],
        [`${ORIGIN}/pay`],
        ['http://shop.example'],
        [ORIGIN, ORIGIN],
      ]) {
        server.writeConfig(`${shape.folder}presentation/wide.json`, { ...pageQuestion, origins });
        const answer = await createForPage(server, shape, { requestId: 'wide' });
        assert.equal(answer.status, 404, `${origins}`);
        assert.equal((answer.json as { reason?: string }).reason, 'flow_configuration_unknown');
      }
    });

    it('the response endpoint, which needs no login, takes no answer of a page', async () => {
      const made = await madeForPage(server, shape);
      const { data } = walletAnswers(made, held);
      const form = new URLSearchParams({ response: String(data.response) });
      const answer = await fetch(`${shape.issuer(server)}/oid4vp/response`, { method: 'POST', body: form });
      assert.equal(answer.status, 400);
      const anonymous = await fetch(`${server.url}/session/${made.session}/dc-api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"error":"NotAllowedError"}',
      });
      assert.equal(anonymous.status, 401);
      assert.equal((await postAnswer(server, shape, made.session, walletAnswers(made, held))).status, 200);
    });
  });
}
