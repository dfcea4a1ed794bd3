/** One request with a link for each device: the wallet's link decides the way back, and one response wins. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const BACK = 'https://shop.example/back';

for (const release of ['verified', 'response_code'] as const) {
  describe(`both links of one request, release ${release}`, () => {
    let server: TestServer;
    before(async () => {
      server = await startSampleServer();
      server.writeConfig('presentation/question.json', { ...pidQuestion, release });
    });
    after(() => server.close());

    const ask = async (response_type = 'uri') => {
      const body = { response_type, requestId: 'question', redirectUri: BACK, crossDevice: true };
      const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(body) }));
      assert.equal(answer.status, 201, answer.text);
      return answer.json as { session: string; uri: string; link: string; crossDeviceLink: string };
    };
    const respond = async (link: string) => {
      const request = await fetchRequest(link);
      const held = await holdPid(server);
      return post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
    };

    it('the link on the same device leads back with a response code', async () => {
      const { session, uri, link } = await ask();
      assert.equal(uri, link);
      const { status, json } = await respond(link);
      assert.equal(status, 200);
      const code = new URL(json.redirect_uri).searchParams.get('response_code') ?? '';
      assert.equal((await sessionOf(server, session)).credentials, undefined);
      const { credentials } = (await read(await server.a(`/session/${session}?response_code=${code}`))).json;
      assert.equal(credentials.length, 1);
    });

    it('the link for another device has no way back, and the claims are there at once', async () => {
      const { session, crossDeviceLink } = await ask();
      const { status, json } = await respond(crossDeviceLink);
      assert.deepEqual([status, json], [200, {}]);
      const { credentials } = await sessionOf(server, session);
      assert.equal(credentials.length, 1);
    });

    it('of two wallets with the two links one wins', async () => {
      const { session, link, crossDeviceLink } = await ask();
      const answers = await Promise.all([respond(link), respond(crossDeviceLink)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
      assert.equal((await sessionOf(server, session)).status, 'verified');
    });

    it('a QR code is drawn from the link for another device', async () => {
      const { uri, link, crossDeviceLink } = await ask('qrcode');
      assert.match(uri, /^data:image\/png;base64,/);
      assert.notEqual(link, crossDeviceLink);
    });
  });
}
