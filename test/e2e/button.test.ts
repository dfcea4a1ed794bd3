/**
 * The address of a button over HTTP: what a page sees of its request, which pages may see it, and what an attacker
 * learns.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DigitalMessage, openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import {
  errorFields,
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { answerTo } from '../support/dc-api-page.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { scanned } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const SHOP = 'https://shop.example';
const EVIL = 'https://phishing.example';
const BACK = `${SHOP}/back`;
const both = { redirectUri: BACK, crossDevice: true };

interface Ways {
  readonly link?: string;
  readonly qr?: { readonly size: number; readonly path: string };
  readonly requests?: readonly DigitalMessage[];
}

describe('the address of a button', () => {
  let server: TestServer;
  let held: HeldCredential;
  before(async () => {
    server = await startSampleServer();
    const question = { ...pidQuestion, origins: [SHOP], issuerName: 'any' };
    server.writeConfig('presentation/question.json', question);
    server.writeConfig('presentation/withheld.json', { ...question, release: 'response_code' });
    held = await holdPid(server);
  });
  after(() => server.close());

  const make = async (body: object = both): Promise<{ session: string; button: string }> => {
    const asked = { response_type: 'button', requestId: 'question', ...body };
    const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
    assert.equal(answer.status, 201, answer.text);
    return answer.json as { session: string; button: string };
  };
  const call = async (address: string, init: RequestInit = {}, origin = SHOP): Promise<Answer> =>
    read(await fetch(address, { ...init, headers: { origin, ...init.headers } }));
  const ways = async (button: string, query = ''): Promise<Ways> =>
    (await call(`${button}/request${query}`)).json as Ways;
  const state = async (button: string): Promise<string> => {
    const { json } = await call(button);
    return [json.state, json.step, json.reason].filter((each) => each !== undefined).join(' ');
  };
  const hand = (button: string, body: object, origin?: string): Promise<Answer> =>
    call(
      `${button}/request`,
      { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      origin,
    );
  const byBrowser = async (button: string): Promise<DigitalMessage> => {
    const [message] = (await ways(button, '?digital=true')).requests ?? [];
    assert.ok(message !== undefined);
    return { protocol: message.protocol, data: answerTo(openDigitalRequest(message, SHOP), held, `origin:${SHOP}`) };
  };
  const byLink = async (link: string): Promise<Answer> => {
    const request = await fetchRequest(link);
    return post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  };
  const ofBackend = async (session: string, query = ''): Promise<Answer> =>
    read(await server.a(`/session/${session}${query}`));

  it('gives the ways that the backend allows, and no other: no code without crossDevice, no link without a way back', async () => {
    for (const [body, expected] of [
      [both, ['link', 'qr', 'secondsLeft']],
      [{ redirectUri: BACK }, ['link', 'secondsLeft']],
      [{ crossDevice: true }, ['qr', 'secondsLeft']],
      [{}, ['secondsLeft']],
    ] as const) {
      const { button } = await make(body);
      assert.deepEqual(Object.keys(await ways(button)).sort(), expected);
      const digital = await ways(button, '?digital=true');
      assert.deepEqual(
        digital.requests?.map(({ protocol }) => protocol),
        ['openid4vp-v1-signed'],
      );
    }
  });

  it('is made only for a page that the configuration names', async () => {
    for (const body of [{ origin: EVIL }, { response_mode: 'direct_post' }]) {
      const asked = { response_type: 'button', requestId: 'question', ...body };
      const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
      assert.deepEqual([answer.status, answer.json.reason], [400, 'presentation_request'], answer.text);
    }
  });

  it('shows the result of the code as a state, with nothing of the person, and leads no browser of the other device back', async () => {
    const { session, button } = await make({ ...both, requestId: 'withheld' });
    assert.equal(await state(button), 'waiting');
    const { qr, link } = await ways(button);
    const seen = scanned(qr ?? assert.fail());
    assert.notEqual(seen, link);
    assert.deepEqual((await byLink(seen)).json, {});
    assert.deepEqual((await call(button)).json, { state: 'verified' });
    assert.equal((await ofBackend(session)).json.credentials[0].values.given_name, 'Erika');
    assert.equal((await call(`${button}/request`)).status, 410);
  });

  it('takes the answer of a wallet of its browser once, gives nothing back, and the same answer again changes nothing', async () => {
    const { session, button } = await make({ ...both, requestId: 'withheld' });
    const answer = await byBrowser(button);
    for (const round of [1, 2]) {
      const { status, json } = await hand(button, answer);
      assert.deepEqual([status, json], [200, {}], `round ${round}`);
    }
    assert.equal(await state(button), 'verified');
    assert.equal((await ofBackend(session)).json.credentials[0].values.given_name, 'Erika');
    const other = await hand(button, await make().then((made) => byBrowser(made.button)));
    assert.equal(other.status, 400);
  });

  it('does not give an attacker what a victim presented by the link: only the returning browser releases it', async () => {
    const { session, button } = await make({ redirectUri: BACK, requestId: 'withheld' });
    const answer = await byLink((await ways(button)).link ?? assert.fail());
    assert.equal(await state(button), 'waiting returning');
    assert.equal((await ofBackend(session)).json.credentials, undefined);
    const code = new URL(answer.json.redirect_uri).searchParams.get('response_code');
    assert.equal((await ofBackend(session, `?response_code=${code}`)).json.credentials[0].values.given_name, 'Erika');
    assert.equal(await state(button), 'verified');
  });

  it('tells a page of another origin nothing, and takes nothing from it', async () => {
    const { session, button } = await make();
    const answer = await byBrowser(button);
    for (const refused of [
      await call(button, {}, EVIL),
      await call(`${button}/request?digital=true`, {}, EVIL),
      await call(button, { headers: { accept: 'text/event-stream' } }, EVIL),
      await hand(button, answer, EVIL),
      await hand(button, answer, 'null'),
    ]) {
      assert.deepEqual([refused.status, refused.text.includes('openid4vp')], [403, false], refused.text);
    }
    const { status } = await read(
      await fetch(`${button}/request`, {
        method: 'POST',
        body: JSON.stringify(answer),
        headers: { 'content-type': 'application/json' },
      }),
    );
    assert.equal(status, 403);
    assert.equal((await ofBackend(session)).json.status, 'created');
  });

  it('is a capability: no part of the code that is scanned opens it, and a guess neither', async () => {
    const { button } = await make();
    const scanned = await fetchRequest((await ways(button)).link ?? assert.fail());
    const issuer = button.slice(0, button.indexOf('/oid4vp'));
    assert.ok(scanned.state !== undefined);
    const photographed = await call(`${issuer}/oid4vp/button/${scanned.state}`);
    assert.deepEqual([photographed.status, photographed.json.state], [404, undefined]);
    const guessed = await call(`${issuer}/oid4vp/button/${'A'.repeat(64)}`);
    assert.deepEqual([guessed.status, guessed.json], [200, { state: 'expired' }]);
    assert.equal((await call(`${issuer}/oid4vp/button/${'A'.repeat(64)}/request`)).status, 410);
  });

  it('needs no cookie and sets none, lets its own page read across origins, and is never cached', async () => {
    const { button } = await make();
    const response = await fetch(button, { headers: { origin: SHOP, cookie: 'a=b' } });
    const { headers } = response;
    assert.deepEqual(
      [headers.get('access-control-allow-origin'), headers.get('set-cookie'), headers.get('cache-control')],
      ['*', null, 'no-store'],
    );
    assert.equal(headers.get('access-control-allow-credentials'), null);
    const asked = { method: 'OPTIONS', headers: { origin: SHOP, 'access-control-request-method': 'POST' } };
    const preflight = await fetch(`${button}/request`, asked);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type/);
  });

  it('says that the person declined, in one word', async () => {
    const { button } = await make();
    const request = await fetchRequest((await ways(button)).link ?? assert.fail());
    assert.equal(await state(button), 'waiting opened');
    await post(request.response_uri, errorFields(request, 'access_denied', { error_description: 'Erika <b>' }));
    const told = await call(button);
    assert.deepEqual(told.json, { state: 'refused', reason: 'declined' });
  });

  it('streams each state as an event', async () => {
    const { button } = await make();
    const stream = await fetch(button, { headers: { origin: SHOP, accept: 'text/event-stream' } });
    assert.equal(stream.headers.get('content-type'), 'text/event-stream');
    await byLink(scanned((await ways(button)).qr ?? assert.fail()));
    const states = [...(await stream.text()).matchAll(/"state":"(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual([states[0], states.at(-1)], ['waiting', 'verified']);
  });

  it('serves the element to pages everywhere', async () => {
    const response = await fetch(`${server.url}/countersign-button/v1.js`);
    assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, '*']);
    assert.match(await response.text(), /countersign-button/);
  });
});
