/** The backend's response to the webhook chooses the page to which the user returns. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const BACK = 'https://shop.example/back';
const ORDER = 'https://orders.shop.example/7';

describe('a redirect that the webhook chooses', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    server = await startSampleServer();
    receiver = await openReceiver();
    receiver.status = 200;
    const redirectOrigins = ['https://orders.shop.example'];
    server.writeConfig('presentation/question.json', { ...pidQuestion, webhook: receiver.url, redirectOrigins });
  });
  after(async () => {
    await server.close();
    await receiver.close();
  });

  const respond = async (body: object = { redirectUri: BACK }) => {
    const { session, request } = await makeFetchedRequest(server, body);
    const held = await holdPid(server);
    const fields = responseFields(request, vpTokenOf(present(held, request), request));
    const { status, json } = await post(request.response_uri, fields);
    assert.equal(status, 200);
    const again = await post(request.response_uri, fields);
    assert.deepEqual(again.json, json, 'a repeated response gets the same reply');
    return { session, uri: json.redirect_uri as string | undefined };
  };
  const pageOf = (uri = ''): string => uri.slice(0, uri.indexOf('?'));

  it('the user returns there, with a response code that the backend can redeem', async () => {
    receiver.body = JSON.stringify({ redirectUri: ORDER });
    const { session, uri = '' } = await respond();
    assert.equal(pageOf(uri), ORDER);
    const code = new URL(uri).searchParams.get('response_code');
    const redeemed = await server.a(`/session/${session}?response_code=${code}`);
    assert.equal(redeemed.status, 200);
    assert.ok(!JSON.stringify(await sessionOf(server, session)).includes(ORDER));
  });

  for (const redirectUri of ['https://evil.example/', 'javascript:alert(1)', 'https://shop.example/other', 7]) {
    it(`${redirectUri} is not used: the user returns to the request's address`, async () => {
      receiver.body = JSON.stringify({ redirectUri });
      assert.equal(pageOf((await respond()).uri), BACK);
    });
  }

  it('without an address in the request there is no way back to choose', async () => {
    receiver.body = JSON.stringify({ redirectUri: ORDER });
    assert.equal((await respond({})).uri, undefined);
  });

  it("a webhook that doesn't respond in time: the user returns to the request's address", async () => {
    receiver.silent = true;
    const { uri } = await respond();
    assert.equal(pageOf(uri), BACK);
    receiver.body = JSON.stringify({ redirectUri: ORDER });
    receiver.silent = false;
  });

  it('an origin with a path is refused when the configuration is written', async () => {
    const body = JSON.stringify({ id: 'bad', ...pidQuestion, redirectOrigins: ['https://shop.example/x'] });
    const answer = await server.a('/presentation-management', { method: 'POST', body });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /\/redirectOrigins\/0/);
  });
});
