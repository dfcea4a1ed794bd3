/** The TypeScript client and its example against the real server, with the synthetic wallet. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Countersign } from '@countersign/client';
import { createClient } from '@countersign/client/client';
import { events } from '@countersign/client/events';
import { CountersignError, dataOf } from '@countersign/client/problem';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { checkLength, runExample } from '../clients/example-backend.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET, type TestServer } from '../support/server.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const EXAMPLE = join(ROOT, 'clients/typescript/example/backend.ts');
const offerBody = { response_type: 'uri' as const, credentialConfigurationIds: ['pid'] };

describe('the client package', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { AUTH_CLIENT_ID: 'root' } });
  });
  after(() => server.close());

  it('a call whose answer was lost is repeated with its key, and makes one offer', async () => {
    let lost = 0;
    const losing: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (lost > 0) return answer;
      lost += 1;
      throw new TypeError('the answer was lost');
    };
    const client = createClient({ baseUrl: server.url, apiKey: API_KEY, fetch: losing, pause: async () => undefined });
    const before = (await dataOf(client.GET('/session'))).length;
    lost = 0;
    const offer = await dataOf(client.POST('/vci/offer', { body: offerBody }));
    const sessions = await dataOf(client.GET('/session'));
    assert.equal(lost, 1);
    assert.equal(sessions.length, before + 1);
    assert.match(offer.uri ?? '', /^openid-credential-offer:/);
  });

  it('client credentials get a token by themselves, and a refusal says what to change', async () => {
    const client = createClient({ baseUrl: server.url, clientId: 'root', clientSecret: CLIENT_SECRET });
    await dataOf(client.POST('/issuer-management/offer', { body: { ...offerBody, flow: 'pre_authorized_code' } }));
    const unknown = { ...offerBody, credentialConfigurationIds: ['unknown'] };
    await assert.rejects(dataOf(client.POST('/issuer-management/offer', { body: unknown })), (error) => {
      assert.ok(error instanceof CountersignError);
      assert.ok(error.reason && error.hint && error.requestId, error.message);
      return true;
    });
  });

  it('events continue after a position', async () => {
    const client = createClient({ baseUrl: server.url, apiKey: API_KEY });
    const { session } = await dataOf(client.POST('/vci/offer', { body: offerBody }));
    const first = async (position: string) => {
      for await (const followed of events({ client, after: position })) return followed;
      throw new Error('it ended');
    };
    const begun = await first('0');
    const next = await first(begun.position);
    assert.ok(Number(next.position) > Number(begun.position));
    for await (const { event } of events({ client, session })) {
      assert.equal(event?.type, 'session.created');
      break;
    }
  });

  it('lists are read over all pages, and revoked credentials have their status', async () => {
    for (const credential of [{ apiKey: API_KEY }, { clientId: 'root', clientSecret: CLIENT_SECRET }]) {
      const countersign = new Countersign({ baseUrl: server.url, ...credential });
      const state = `order-${Object.keys(credential).join()}`;
      const offers: string[] = [];
      for (let n = 0; n < 3; n += 1)
        offers.push((await countersign.createOffer({ ...offerBody, flow: 'pre_authorized_code', state })).session);
      const read: string[] = [];
      for await (const { id } of countersign.sessions({ state, limit: 1 })) read.push(id);
      assert.deepEqual(read, offers.toReversed());
      const offer = await countersign.createOffer({ ...offerBody, flow: 'pre_authorized_code' });
      const issuer = 'apiKey' in credential ? server.url : `${server.url}/root`;
      await new Wallet({ issuer }).receive(offer.uri ?? '');
      await countersign.revoke(offer.session);
      assert.equal((await countersign.session(offer.session)).issued?.[0]?.status?.value, 1);
    }
  });

  it('the example backend issues, verifies, receives webhooks and follows events, on one page', async (t) => {
    checkLength(EXAMPLE, 34);
    const folder = compiled();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    await runExample(server, { command: process.execPath, args: [join(folder, 'backend.js')] });
  });
});

/** The example as JavaScript, in a project that has the package. Its types are checked. */
function compiled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(EXAMPLE, join(folder, 'backend.ts'));
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--types', 'node'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...options, 'backend.ts', '--ignoreConfig'], { cwd: folder });
  return folder;
}
