/** The authorization page asks the wallets in its browser, over HTTP: which responses yield a code, and which don't. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchRequest, type HeldCredential, post } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { openAuthorizationPage, writeMemberAfter } from '../support/authorization-page.ts';
import { credentialBody } from '../support/flows.ts';
import { ISO_MDOC } from '../support/iso-mdoc-wallet.ts';
import { openPageWallet, type PageWallet, writePageQuestions } from '../support/page-wallet.ts';
import { goodResponse, holdPidOf, presentTo, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const SIGNED = 'openid4vp-v1-signed';

for (const shape of shapes) {
  describe(`the authorization page asks the wallets of its browser, ${shape.name}`, () => {
    let server: TestServer;
    let device: PageWallet;
    let pid: HeldCredential;
    let origin: string;
    before(async () => {
      server = await startSampleServer();
      ({ origin } = new URL(server.url));
      // The page needs no `origins` in the configuration, because it is one of this server's pages.
      writePageQuestions(server, shape, ['https://shop.example']);
      for (const type of ['page-pid', 'page-mdl']) writeMemberAfter(server, shape, type);
      device = await openPageWallet(server, shape);
      pid = await holdPidOf(server, shape);
    });
    after(() => server.close());

    for (const [type, protocol] of [
      ['page-pid', SIGNED],
      ['page-mdl', SIGNED],
      ['page-mdl', ISO_MDOC],
    ] as const) {
      it(`${type} by ${protocol}: the page leads on with a code, which works`, async () => {
        const page = await openAuthorizationPage(server, shape, type);
        const answered = await page.answer(device.answer(await page.requests(), protocol, origin));
        assert.deepEqual([answered.status, answered.json], [200, {}], answered.text);
        const { state, redirect = '' } = await page.follow();
        assert.equal(state, 'continue');
        const code = new URL(redirect).searchParams.get('code') ?? '';
        const token = await page.wallet.token(page.wallet.codeParameters(code));
        assert.equal(token.status, 200, token.text);
        const body = await credentialBody(page.wallet, { id: `member-${type}` });
        const issued = await page.wallet.credential(token.json.access_token, body);
        assert.equal(issued.status, 200, issued.text);
      });
    }

    it('a post of another site, or without an origin, is refused before it is read', async () => {
      const page = await openAuthorizationPage(server, shape, 'page-pid');
      const message = device.answer(await page.requests(), SIGNED, origin);
      const json = { 'content-type': 'application/json' };
      for (const headers of [
        json,
        { ...json, origin: 'https://evil.example' },
        { ...json, origin: 'null' },
        { ...json, origin, 'sec-fetch-site': 'cross-site' },
        { ...json, origin, 'sec-fetch-site': 'same-site' },
      ]) {
        const { status, text } = await page.answer(message, headers);
        assert.equal(status, 403, `${JSON.stringify(headers)} ${text}`);
      }
      // A form on another site needs no preflight; it is not JSON.
      const form = await page.answer(message, { origin, 'content-type': 'text/plain' });
      assert.equal(form.status, 415);
      assert.equal((await page.follow()).state, 'waiting');
      assert.equal((await page.answer(message)).status, 200);
    });

    it('a page of another origin may not read the request, and no other site is allowed to', async () => {
      const page = await openAuthorizationPage(server, shape, 'page-pid');
      const foreign = await server.request(page.path, { headers: { origin: 'https://evil.example' } });
      assert.equal(foreign.status, 403);
      const own = await server.request(page.path);
      assert.equal(own.headers.get('access-control-allow-origin'), null);
    });

    it('an answer for another page, and one that was made on another page, does not count', async () => {
      const [page, other] = [
        await openAuthorizationPage(server, shape, 'page-mdl'),
        await openAuthorizationPage(server, shape, 'page-mdl'),
      ];
      const requests = await other.requests();
      for (const protocol of [SIGNED, ISO_MDOC]) {
        const { status } = await page.answer(device.answer(requests, protocol, origin));
        assert.equal(status, 400, protocol);
      }
      assert.throws(() => device.answer(requests, SIGNED, 'https://evil.example'));
      assert.equal((await page.follow()).redirect?.includes('code=') ?? false, false);
    });

    it('an answer for the link is none for the page, and the other way round', async () => {
      const page = await openAuthorizationPage(server, shape, 'page-pid');
      const request = await fetchRequest(page.link);
      const { response = '' } = goodResponse(request, pid);
      const byLink = await page.answer({ protocol: SIGNED, data: { response } });
      assert.equal(byLink.status, 400, byLink.text);
      const { data } = device.answer(await page.requests(), SIGNED, origin);
      const byPage = await post(request.response_uri, { response: String((data as { response: string }).response) });
      assert.equal(byPage.status, 400, byPage.text);
      assert.equal((await page.follow()).state, 'waiting');
      // Both forms are still open.
      assert.equal((await presentTo(page.link, pid)).answer.status, 200);
      assert.equal((await page.follow()).state, 'continue');
    });

    it('of two answers at once, one by the page and one by the link, one wins', async () => {
      const page = await openAuthorizationPage(server, shape, 'page-pid');
      const message = device.answer(await page.requests(), SIGNED, origin);
      const request = await fetchRequest(page.link);
      const [byPage, byLink] = await Promise.all([
        page.answer(message),
        post(request.response_uri, goodResponse(request, pid)),
      ]);
      assert.deepEqual([byPage.status, byLink.status].toSorted(), [200, 400], `${byPage.text} ${byLink.text}`);
      const first = await page.follow();
      assert.equal(first.state, 'continue');
      assert.deepEqual(await page.follow(), first);
    });

    it('after the presentation there is no request for the page, and an unknown reference has none', async () => {
      const page = await openAuthorizationPage(server, shape, 'page-pid');
      await presentTo(page.link, pid);
      await page.follow();
      for (const path of [page.path, page.path.replace(/[^/]+$/, 'x'.repeat(40))]) {
        assert.equal((await read(await server.request(path))).status, 410, path);
      }
    });

    it('no log line has the reference of a page', () => {
      assert.deepEqual(
        server.lines.filter((line) => /\/authorize\/wallet\/[A-Za-z0-9_-]{20}/.test(line)),
        [],
      );
    });
  });
}
