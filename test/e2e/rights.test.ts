/** The rights page: a person asks by wallet what is stored about them, and erases it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { auditRecords, logins, sessions } from '@countersign/shared/test/model/every-tenant';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { answerWith, formTokenOf, linkOfWallet, openApplication, shop, signIn } from '../support/login.ts';
import {
  comparable,
  erase,
  NUMBER,
  order,
  person,
  receiptOf,
  rights,
  startVisit,
  visitAs,
  writeRights,
} from '../support/rights.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const ON_CLUSTER = process.env.COUNTERSIGN_TEST_MODE === 'cluster';

describe('the rights page', () => {
  let server: TestServer;
  let erika: HeldCredential;
  let homonym: HeldCredential;
  before(async () => {
    server = await startSampleServer();
    writeRights(server);
    erika = await person(server);
    homonym = await person(server, 'A-2');
  });
  after(() => server.close());

  const exists = async (id: string): Promise<boolean> => (await server.a(`/session/${id}`)).status === 200;

  it('says who answers for it, in both languages, and runs no script', async () => {
    const answer = await server.request('/rights', { headers: { 'accept-language': 'de' } });
    const text = await answer.text();
    assert.match(
      text,
      /<html lang="de">[\s\S]*Ihre Daten[\s\S]*privacy@shop\.example[\s\S]*https:\/\/authority\.example/,
    );
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src.*form-action 'self'/,
    );
    assert.doesNotMatch(text, /<script/);
    assert.match(await (await server.request('/rights')).text(), /Ask with my wallet/);
  });

  it('shows what is stored, and no claim', async () => {
    const id = await order(server, erika);
    const { page } = await visitAs(server, erika);
    assert.equal(page.status, 200);
    assert.equal(page.url.pathname + page.url.search, '/rights', 'the address names nobody');
    assert.match(page.text, new RegExp(`Presentation by you: order</td><td>[^<]+</td><td>verified</td><td>${id}<`));
    assert.match(page.text, /Credential for you: pid<br \/>issued: pid<\/td>/, 'the offer had the same claims');
    assert.doesNotMatch(page.text, /Mustermann|Erika|1964|A-1/);
  });

  it('keeps nothing of the visit itself but its records', async () => {
    const before = await server.platform.store.find(sessions, { index: 'age', limit: 100 });
    await visitAs(server, erika);
    const { documents } = await server.platform.store.find(sessions, { index: 'age', limit: 100 });
    assert.deepEqual(
      documents.map(({ id }) => id),
      before.documents.map(({ id }) => id),
    );
    const audit = (await read(await server.a('/audit?action=rights.read'))).json;
    assert.equal(audit[0].client, '[person]');
  });

  it('row 66: another person, a homonym and no match get the same answer, after the same reads', async () => {
    const [max, nobody] = [await person(server, 'B-9'), await person(server, 'C-9')];
    const answers: string[] = [];
    const reads: string[][] = [];
    for (const held of [max, nobody]) {
      // What they were issued here is erased, so that nothing is left.
      await erase(await visitAs(server, held));
      const { page, browser } = await visitAs(server, held);
      answers.push(comparable(page));
      reads.push(await readsOf(server, () => browser.visit(page.url.href)));
    }
    const known = await visitAs(server, erika);
    reads.push(await readsOf(server, () => known.browser.visit(known.page.url.href)));
    assert.match(answers[0] ?? '', /Nothing is stored that can be found/);
    assert.equal(answers[0], answers[1]);
    // The reads of other processes can't be counted here.
    assert.equal(reads[0]?.length, ON_CLUSTER ? 0 : 3);
    assert.deepEqual(reads[0], reads[1]);
    assert.deepEqual(reads[0], reads[2], 'and a match costs no other read');
    const { page } = await visitAs(server, homonym);
    assert.doesNotMatch(page.text, /by you: order/, "a homonym doesn't see Erika's presentation");
  });

  it('row 67: no GET and no forged form erases anything', async () => {
    const id = await order(server, erika);
    const visit = await visitAs(server, erika);
    const token = formTokenOf(visit.page);
    for (const path of ['/rights/erase', `/rights/erase?token=${token}`, '/rights/start']) {
      const { status } = await visit.browser.get(new URL(path, server.url));
      assert.ok([404, 405].includes(status), `${path} ${status}`);
    }
    const other = await visitAs(server, homonym);
    const forged: readonly (readonly [CookieBrowser, Record<string, string>])[] = [
      [visit.browser, {}],
      [visit.browser, { token: '' }],
      [visit.browser, { token: formTokenOf(other.page) }],
      // A token without the cookie, and the cookie of a browser that only started.
      [new CookieBrowser(), { token }],
      [(await startVisit(server)).browser, { token }],
    ];
    for (const [browser, fields] of forged) {
      const body = new URLSearchParams(fields);
      const answer = await browser.visit(`${server.url}/rights/erase`, undefined, { method: 'POST', body });
      assert.equal(answer.status, 403, answer.text);
      assert.match(answer.text, /Nothing was erased/);
    }
    // What a mail program fetches: the page, and the way back that a wallet got in another browser.
    const { browser, page } = await startVisit(server);
    const answer = await answerWith(erika, linkOfWallet(page));
    const fetched = await new CookieBrowser().visit(answer.json.redirect_uri);
    assert.equal(fetched.status, 400);
    assert.match(fetched.text, /this browser did not ask/);
    assert.match((await browser.visit(page.url.href)).text, /Open your wallet/, 'and the one that asked waits');
    assert.ok(await exists(id));
  });

  it('row 68: a callback_url leads only to a registered origin', async () => {
    for (const foreign of [
      'https://evil.example/x',
      'javascript:alert(1)',
      'https://wallet.example.evil.example/',
      'https://wallet.example@evil.example/',
      'http://wallet.example/',
      '//wallet.example/',
      'https://wallet.example:444/',
    ]) {
      const query = `?callback_url=${encodeURIComponent(foreign)}`;
      const done = await erase(await visitAs(server, await person(server, 'D-1'), query));
      assert.match(done.text, /Erased/);
      assert.doesNotMatch(done.text, /Back to your wallet|evil|javascript|444/);
    }
    const done = await erase(
      await visitAs(server, await person(server, 'D-1'), '?callback_url=https://wallet.example/done'),
    );
    assert.match(done.text, /href="https:&#47;&#47;wallet\.example&#47;done"|href="https:\/\/wallet\.example\/done"/);
  });

  it('erases what is listed, by the same path as a backend, and gives a signed receipt', async () => {
    const mustStay = await order(server, homonym);
    const ids = [await order(server, erika), await order(server, erika, { state: 'two' })];
    const done = await erase(await visitAs(server, erika));
    assert.equal(done.status, 200, done.text);
    for (const id of ids) {
      assert.equal(await exists(id), false);
      const record = await server.platform.store.get(auditRecords, `erasure/${id}`);
      assert.equal(record?.client, '[person]');
      assert.equal(record?.openSince, undefined, 'the receipt is closed');
    }
    assert.ok(await exists(mustStay), 'the homonym keeps theirs');
    const keys = (await read(await server.request('/.well-known/jwks.json'))).json;
    const { payload, protectedHeader } = await jwtVerify(receiptOf(done), createLocalJWKSet(keys), {
      issuer: server.url,
      typ: 'erasure-receipt+jwt',
    });
    assert.equal(protectedHeader.alg, 'ES256');
    const { sessions: count } = payload.erased as { readonly sessions: number };
    assert.ok(count >= 2);
    assert.equal(payload.sub, undefined);
    const [record] = (await read(await server.a('/audit?action=rights.erased'))).json;
    assert.equal(record.subject, payload.jti);
    assert.match((await visitAs(server, erika)).page.text, /Nothing is stored that can be found/);
  });

  it('revokes what was issued, if the person wants that', async () => {
    const held = await person(server, 'E-1');
    const [found] = (await server.platform.store.find(sessions, { index: 'age', limit: 100 })).documents.slice(-1);
    const id = found?.id ?? '';
    const done = await erase(await visitAs(server, held), { revoke: 'yes' });
    assert.match(done.text, /Revoked: 1/);
    const entries = (await read(await server.a(`/status-management/${id}`))).json;
    assert.deepEqual([...new Set((entries ?? []).map(({ status }: { readonly status: number }) => status))], [1]);
    // Then the PID opens the page no more.
    const { page } = await startVisit(server);
    assert.equal((await answerWith(held, linkOfWallet(page))).status, 400);
  });

  it('finds an offer by its claims, and its redemption', async () => {
    const claims = { given_name: 'E', family_name: 'Mustermann', birthdate: '1964-08-12', [NUMBER]: 'A-1' };
    const { session } = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, claims: { pid: claims } });
    const { page } = await visitAs(server, erika);
    assert.match(page.text, new RegExp(`Credential for you: pid</td><td>[^<]+</td><td>open</td><td>${session}<`));
  });

  it("can't find what was presented without the claims, and says so", async () => {
    const id = await order(server, erika, { requestId: 'name' });
    const { page } = await visitAs(server, erika);
    assert.doesNotMatch(page.text, new RegExp(id));
    assert.match(page.text, /It can’t find what was shared without them/);
  });

  it('lists and erases sign-ins', async () => {
    server.writeConfig('presentation/login.json', JSON.stringify(await orderQuestion(server)));
    server.writeConfig(
      'login/shop.json',
      shop({
        session: 600,
        claims: { family_name: ['family_name'], birthdate: ['birthdate'], number: [NUMBER] },
        subject: { kind: 'pairwise', from: rights.from },
      }),
    );
    const application = await openApplication({ issuer: `${server.url}/login` });
    const begun = await application.begin();
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    const visit = await visitAs(server, erika);
    assert.match(visit.page.text, /<li>shop, until [^<]+ \(UTC\)<\/li>/);
    await erase(visit);
    const { documents } = await server.platform.store.find(logins, { index: 'tenant', equal: ['default'], limit: 100 });
    assert.deepEqual(
      documents.filter(({ kind }) => kind === 'kept' || kind === 'login'),
      [],
    );
    await assert.rejects(application.userinfo(tokens.access_token));
  });

  it('a browser that only started, or comes too late, sees nothing of a person', async () => {
    const { browser, page } = await startVisit(server);
    const link = linkOfWallet(page);
    assert.equal((await answerWith(erika, link)).status, 200);
    const later = await browser.visit(page.url.href);
    assert.match(later.text, /Open your wallet and confirm there/, 'a relayed link gives its sender nothing');
    const altered = new CookieBrowser();
    altered.cookies.set(new URL(server.url).host, new Map([['countersign-rights', 'A'.repeat(300)]]));
    assert.match((await altered.visit(`${server.url}/rights`)).text, /Ask with my wallet/);
  });

  it("another tenant's sessions are never found, and a tenant without the setting has no page", async () => {
    assert.equal((await server.request('/root/rights')).status, 404);
    const file = { rights };
    server.writeConfig('tenants/root/tenant.json', file);
    const { browser } = await visitAs(server, erika);
    const there = await browser.visit(`${server.url}/root/rights`);
    assert.match(there.text, /Ask with my wallet/, "the cookie isn't one of this tenant");
  });
});

async function orderQuestion(server: TestServer): Promise<unknown> {
  const all = (await read(await server.a('/presentation-management'))).json as readonly { readonly id: string }[];
  const { dcql_query } = all.find(({ id }) => id === 'order') as unknown as { readonly dcql_query: unknown };
  return { dcql_query };
}

/** The store's finds of a step, by collection and index. */
async function readsOf(server: TestServer, step: () => Promise<unknown>): Promise<string[]> {
  const { store } = server.platform;
  const { find } = store;
  const seen: string[] = [];
  const counting = (...[collection, query]: Parameters<typeof find>) => {
    if (query.index === 'person') seen.push(`${collection.name} ${query.index}`);
    return find.call(store, collection, query);
  };
  store.find = counting as typeof find;
  try {
    await step();
  } finally {
    store.find = find;
  }
  return seen.sort();
}
