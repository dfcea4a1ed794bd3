/** Presentation during issuance for wallets without the challenge: the page of GET authorize, in both variants. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  errorFields,
  fetchRequest,
  type HeldCredential,
  post,
  requestUriOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import {
  holdPidOf,
  offerOf,
  presentTo,
  requestMember,
  type Shape,
  shapes,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('the authorization page', () => {
  let server: TestServer;
  let now = Date.now();
  before(async () => {
    server = await startSampleServer({ clock: () => now });
  });
  after(() => server.close());

  interface Opened {
    readonly wallet: Wallet;
    /** Address of the page. */
    readonly url: string;
    readonly page: string;
    /** Link of the presentation request. */
    readonly link: string;
    readonly follow: string;
  }
  const get = (url: string): Promise<Response> => fetch(url, { redirect: 'manual' });
  const linkIn = (page: string): string =>
    /class="button" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const followIn = (page: string): string => /data-follow="([^"]+)"/.exec(page)?.[1] ?? '';

  const open = async (shape: Shape): Promise<Opened> => {
    writeMember(server, shape);
    const made = await offerOf(server, shape);
    const wallet = new Wallet({ issuer: shape.issuer(server), clock: () => now });
    const offer = await wallet.offer(made.uri);
    const pushed = await wallet.par(wallet.authorizationParameters(offer, { state: 'mine' }));
    const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
    const url = `${shape.issuer(server)}/authorize?${query}`;
    const answer = await get(url);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self'/);
    const page = await answer.text();
    return { wallet, url, page, link: linkIn(page), follow: server.origin + followIn(page) };
  };
  const stateOf = async (follow: string): Promise<{ readonly state: string; readonly redirect?: string }> =>
    (await read(await get(follow))).json;

  for (const shape of shapes) {
    describe(shape.name, () => {
      let held: HeldCredential;
      before(async () => {
        held = await holdPidOf(server, shape);
      });

      it('continues to the redirect URI when the wallet has presented, and the code yields the credential', async () => {
        const { wallet, link, follow } = await open(shape);
        assert.deepEqual(await stateOf(follow), { state: 'waiting' });
        assert.equal((await presentTo(link, held)).answer.status, 200);
        const { state, redirect = '' } = await stateOf(follow);
        assert.equal(state, 'continue');
        const target = new URL(redirect);
        assert.equal(target.searchParams.get('state'), 'mine');
        assert.equal(target.searchParams.get('iss'), shape.issuer(server));
        // Asked twice it is the same code.
        assert.equal((await stateOf(follow)).redirect, redirect);
        const token = await wallet.token(wallet.codeParameters(target.searchParams.get('code') ?? ''));
        assert.equal(token.status, 200, token.text);
        assert.equal((await requestMember(wallet, token.json.access_token)).status, 200);
        assert.deepEqual(await stateOf(follow), { state: 'expired' });
      });

      it('is the same page when it is loaded again, and continues by itself without a script', async () => {
        const { url, page, link } = await open(shape);
        const again = await get(url);
        assert.equal(again.status, 200);
        const text = await again.text();
        assert.deepEqual([followIn(text), linkIn(text)], [followIn(page), link]);
        assert.equal((await presentTo(link, held)).answer.status, 200);
        const onward = await get(url);
        assert.equal(onward.status, 302);
        assert.ok(new URL(onward.headers.get('location') ?? '').searchParams.get('code'));
      });

      it('is no page for another client, for another attempt, or after its time', async () => {
        const { url, link, follow } = await open(shape);
        const other = new URL(url);
        other.searchParams.set('client_id', 'other');
        assert.equal((await get(other.href)).status, 400);
        const newer = await open(shape);
        assert.notEqual(newer.follow, follow);
        assert.equal((await presentTo(newer.link, held)).answer.status, 200);
        // The presentation of another session moves nothing here.
        assert.deepEqual(await stateOf(follow), { state: 'waiting' });
        const before = now;
        now += 601_000;
        const late = await stateOf(follow);
        assert.equal(late.state, 'expired');
        assert.equal(new URL(late.redirect ?? '').searchParams.get('error'), 'access_denied');
        const ended = await get(url);
        assert.equal(ended.status, 400);
        // A user's browser shows it as a page, and the operator reads it in the log.
        const line = server.lines.map((text) => JSON.parse(text)).findLast(({ message }) => message === 'request');
        assert.deepEqual(
          [line.code, line.tenant, typeof line.session],
          ['invalid_request_uri', shape.tenant, 'string'],
        );
        assert.match(await ended.text(), /data-state="expired"/);
        assert.notEqual((await get(requestUriOf(link))).status, 200);
        now = before;
      });

      it('says that the person declined, and leads back with access_denied, also when it is loaded again', async () => {
        const { url, link, follow } = await open(shape);
        const request = await fetchRequest(link);
        const declined = await post(request.response_uri, errorFields(request, 'access_denied'));
        assert.equal(declined.status, 200, declined.text);
        const answer = (await read(await get(follow))).json;
        assert.deepEqual([answer.state, answer.reason], ['refused', 'declined']);
        const target = new URL(answer.redirect);
        assert.equal(target.searchParams.get('error'), 'access_denied');
        assert.equal(target.searchParams.get('state'), 'mine');
        assert.equal(target.searchParams.get('iss'), shape.issuer(server));
        const again = await get(url);
        assert.equal(again.status, 400);
        const page = await again.text();
        assert.match(page, /data-state="refused"/);
        assert.equal(linkIn(page), answer.redirect);
        // A different reference to the same session gets no redirect.
        const other = follow.replace(/.{8}$/, 'AAAAAAAA');
        assert.equal((await read(await get(other))).json.redirect, undefined);
      });

      it('says that a wallet declined in clear, and still takes the presentation', async () => {
        const { link, follow } = await open(shape);
        const request = await fetchRequest(link);
        const declined = await post(request.response_uri, { error: 'access_denied', state: request.state });
        assert.equal(declined.status, 200, declined.text);
        const answer = (await read(await get(follow))).json;
        assert.deepEqual([answer.state, answer.reason], ['waiting', 'declined']);
        assert.equal(new URL(answer.redirect).searchParams.get('error'), 'access_denied');
        assert.equal((await presentTo(link, held)).answer.status, 200);
        assert.equal((await stateOf(follow)).state, 'continue');
      });

      it('names the credential that is coming, the purpose and the privacy policy', async () => {
        const { page } = await open(shape);
        assert.match(page, /class="card">Member</);
        assert.ok(
          page.includes('<dd>Checking the identity</dd>') && page.includes('href="https://issuer.example/privacy"'),
        );
      });

      it('shows refusal, and the stream of events reports each change', async () => {
        const { follow, link } = await open(shape);
        const stream = await fetch(follow, { headers: { accept: 'text/event-stream' } });
        assert.match(stream.headers.get('content-type') ?? '', /text\/event-stream/);
        assert.equal((await presentTo(link, held)).answer.status, 200);
        const text = await stream.text();
        assert.match(text, /"state":"continue"/);
        assert.ok(!server.lines.join('').includes(follow.split('/').at(-1) ?? assert.fail()));
      });
    });
  }
});
