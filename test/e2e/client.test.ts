/** The TypeScript client and its example against the real server, with the synthetic wallet. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { Countersign } from '@countersign/client';
import { createClient } from '@countersign/client/client';
import { events } from '@countersign/client/events';
import { CountersignError, dataOf } from '@countersign/client/problem';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { freePort } from '../support/child-server.ts';
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

  it('the example backend issues, verifies, receives webhooks and follows events, in thirty lines', async (t) => {
    const lines = readFileSync(EXAMPLE, 'utf8').split('\n');
    assert.ok(lines.filter((line) => line.trim() !== '').length <= 34);
    const folder = compiled();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const rotated = await server.a('/webhooks/secret/rotate', { method: 'POST', body: '{"overlap":0}' });
    const { secret } = (await rotated.json()) as { secret: string };
    const port = String(await freePort());
    const env = { COUNTERSIGN_URL: server.url, API_KEY, WEBHOOK_SECRET: secret, PORT: port };
    const backend = spawn(process.execPath, [join(folder, 'backend.js')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => backend.kill());
    const wallet = new Wallet({ issuer: server.url });
    let held: Parameters<typeof present>[0] | undefined;
    const wanted = new Set(['issued', 'verified', 'webhook credential.issued', 'webhook presentation.verified']);
    for await (const line of createInterface({ input: backend.stdout })) {
      const [word = '', what = ''] = line.split(' ');
      wanted.delete(`${word} ${what}`.trim());
      if (word === 'issue') {
        const { answer, key } = await wallet.receive(what);
        held = { credential: answer.json.credentials[0].credential, key };
      }
      if (word === 'verify' && held !== undefined) {
        const request = await fetchRequest(what);
        const fields = responseFields(request, vpTokenOf(present(held, request), request));
        assert.equal((await post(request.response_uri, fields)).status, 200);
      }
      if (wanted.size === 0) break;
    }
    assert.deepEqual([...wanted], []);
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
