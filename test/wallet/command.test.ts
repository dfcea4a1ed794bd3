/** The command as a user runs it: a process, its exit code, and what it prints. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/child-server.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import { offerOf, SHAPE_A, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const COMMAND = fileURLToPath(import.meta.resolve('@countersign/wallet/command/command'));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('npm run wallet', () => {
  let folder: string;
  let server: TestServer;
  let strict: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
    server = await startSampleServer();
    strict = await startSampleServer({ env: { WALLET_DIALECT: 'interface' } });
  });
  after(async () => {
    await Promise.all([server.close(), strict.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, DATA_FOLDER: folder };
      execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      });
    });
  const stored = (name: string): string => join(folder, name);
  /** Asserts a readable failure: one line, with what to do next, and nothing about the program. */
  const fails = ({ code, err }: Ran, what: RegExp, next: RegExp, expected = 1): void => {
    assert.equal(code, expected, err);
    assert.match(err, what);
    assert.match(err, /^[^\n<]{20,400}\n$/);
    assert.match(err.slice(err.indexOf('Next: ')), next);
    assert.doesNotMatch(err, /^\s+at |node:|\.js:|Error:/m);
  };

  it('prints how it is used', async () => {
    const { code, out, err } = await run('--help');
    assert.deepEqual([code, err], [0, '']);
    for (const option of ['--tx-code', '--store', '--help', 'openid-credential-offer://'])
      assert.ok(out.includes(option));
    assert.equal((await run('-h')).out, out);
  });

  it('says what is wrong with a command line, how it is used, and ends with 2', async () => {
    for (const [args, why] of [
      [[], /^The link is missing\n/],
      [['--txcode', '1', 'openid4vp://?request_uri=x'], /^Unknown option '--txcode'\n/],
      [['openid4vp://?request_uri=x', '--store'], /^Option '--store <value>' argument missing\n/],
      [['openid4vp://?client_id=x'], /^This link is neither/],
      [['pid'], /^This link is neither/],
      [['openid4vp://?request_uri=x', 'more'], /^There is more than one link/],
    ] as const) {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, out], [2, ''], err);
      assert.match(err, why);
      assert.match(err, /\nusage: countersign-wallet accept/);
      assert.doesNotMatch(err, /^\s+at /m);
    }
  });

  for (const codes of ['both', 'interface'] as const) {
    // What a tenant's path changes does not depend on the codes.
    for (const shape of codes === 'both' ? shapes : [SHAPE_A]) {
      it(`takes a pid, and with it a member card, where the status codes are ${codes}, ${shape.name}`, async () => {
        const target = codes === 'both' ? server : strict;
        const store = stored(`${codes}-${shape.tenant}.json`);
        const pid = await offerOf(target, shape, { credentialConfigurationIds: ['pid'] });
        const first = await run(pid.uri, '--store', store);
        assert.equal(first.code, 0, first.err);
        for (const line of [
          /^Offer\n {4}GET \S+\/vci\/offer\/\S{8}… 200\n {4}pid of http\S+, authorization code\n/,
          /\nAuthorization challenge\n {4}POST \S+\/authorize\/challenge 400\n {4}continues at the authorization endpoint\n/,
          /\nAuthorization\n {4}GET \S+\/authorize 302\n {4}authorization code\n/,
          /\nToken\n {4}POST \S+\/authorize\/token 200\n {4}DPoP token for \d+ s\n/,
          /\nCredential pid\n {4}POST \S+\/vci\/nonce 200\n {4}POST \S+\/vci\/credential 20[01]\n {4}kept\n/,
          /\nNotification\n {4}POST \S+\/vci\/notification 20[14]\n {4}credential_accepted\npid: \{\n/,
        ]) {
          assert.match(first.out, line);
        }
        const { uri, session } = await offerOf(target, shape);
        const second = await run(uri, '--store', store);
        assert.equal(second.code, 0, second.err);
        assert.match(
          second.out,
          /\n {4}a presentation is needed first\nPresentation request\n {4}GET .* 200\n {4}.* asks for pid\n {4}shows for pid: /,
        );
        assert.match(second.out, /\nPresentation\n {4}POST .*\/oid4vp\/response 20[01]\n {4}accepted\n/);
        assert.match(second.out, /\nmember: \{\n[\s\S]*"level": "reader"/);
        const view = await (await shape.call(target, `/session/${session}`)).json();
        assert.equal((view as { status: string }).status, 'completed');
        assert.equal(statSync(store).mode & 0o777, 0o600);
        assert.equal(JSON.parse(readFileSync(store, 'utf8')).length, 2);
      });
    }
  }

  it('presents what it holds, by default from wallet.json in DATA_FOLDER; revoked, it says so', async () => {
    const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, tx_code: '4711' });
    assert.equal((await run(made.uri, '--tx-code', '4711')).code, 0);
    assert.ok(statSync(stored('wallet.json')).isFile());
    const request = { requestId: 'name-check' };
    const good = await run((await makeRequest(server, request)).uri);
    assert.deepEqual([good.code, good.err], [0, '']);
    assert.match(good.out, /\n {4}shows for pid: \{"(\S.*"|)given_name":.*\}\nPresentation\n/);
    assert.match(good.out, /accepted\n$/);
    const unwanted = await makeRequest(server, request);
    const declined = await run(unwanted.uri, '--decline');
    assert.deepEqual([declined.code, declined.err], [0, '']);
    assert.match(declined.out, /\nRefusal\n {4}POST \S+ 20[01]\n {4}declined\n$/);
    const { status, error } = await sessionOf(server, unwanted.session);
    assert.deepEqual([status, error.code], ['rejected', 'access_denied']);
    const body = JSON.stringify({ sessionId: made.session, status: 1 });
    assert.equal((await server.a('/status-management', { method: 'POST', body })).status, 201);
    const asked = await makeRequest(server, request);
    fails(await run(asked.uri), /^The verifier returned 400 invalid_request/, /lastError/);
    assert.equal((await sessionOf(server, asked.session)).lastError.reason, 'revoked');
  });

  it('says in one line what a refusal was and what to do', async () => {
    const locked = { ...PRE_AUTHORIZED_FLOW, tx_code: '4711' };
    fails(
      await run((await makeOffer(server, locked)).uri),
      /^The offer asks for a transaction code/,
      /--tx-code and the code/,
      2,
    );
    const wrong = await run((await makeOffer(server, locked)).uri, '--tx-code', '0815');
    fails(wrong, /^The token endpoint returned 400 invalid_grant: The transaction code is wrong/, /--tx-code/);
    const used = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    assert.equal((await run(used.uri, '--store', stored('used.json'))).code, 0);
    fails(await run(used.uri), /^The offer returned 404 /, /create a new offer/);
    const empty = ['--store', stored('nothing.json')];
    const question = (await makeRequest(server, { requestId: 'name-check' })).uri;
    fails(
      await run(question, ...empty),
      /^The wallet has no credential of the type http\S+pid /,
      /create an offer for it/,
      4,
    );
    const member = (await makeOffer(server, { credentialConfigurationIds: ['member'] })).uri;
    fails(await run(member, ...empty), /^The wallet has no credential/, /run this command again/, 4);
  });

  it('does so also where there is no server, another one, or a broken file', async (t) => {
    const link = (address: string): string =>
      `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(address)}`;
    const nothing = `http://127.0.0.1:${await freePort()}`;
    fails(await run(link(`${nothing}/offer`)), /^http:\S+ does not respond \(ECONNREFUSED\)/, /npm start/, 3);
    const other = createServer(({ url }, response) => {
      response.writeHead(url === '/page' ? 500 : 200, { 'content-type': 'text/html' });
      response.end(url === '/empty' ? '' : '<html><body>Error: no\n    at x.js:1</body></html>');
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    t.after(() => other.close());
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    fails(await run(link(`${origin}/page`)), /^The offer returned 500 with a web page/, /log of the server/);
    for (const path of ['/ok', '/empty']) {
      fails(
        await run(link(origin + path)),
        /^The wallet received an unexpected response/,
        /link comes from this server/,
      );
    }
    fails(
      await run(`openid4vp://?request_uri=${origin}/ok`),
      /not a signed request object/,
      /link comes from this server/,
      4,
    );
    writeFileSync(stored('broken.json'), '{');
    const { uri } = await makeRequest(server, { requestId: 'name-check' });
    fails(await run(uri, '--store', stored('broken.json')), /broken\.json is not a file of this wallet/, /--store/, 2);
  });
});
