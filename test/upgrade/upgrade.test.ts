/**
 * An upgrade or a return to the previous version: data left by a different version is carried on, with fields that this
 * one does not define. Its documents come from this version, until a released one has stored others.
 */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { collections } from '@countersign/shared/model/collections';
import { deadLetters } from '@countersign/shared/model/delivery/dead-letters';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Collection, StoredDocument } from '@countersign/shared/store/port';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { read } from '@countersign/wallet/sending/answer';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { answer, type Flows, leaveInTheMiddle, takeCredential } from './flows-in-the-middle.ts';

interface Left {
  /** PUBLIC_URL of that version's server. */
  readonly url: string;
  readonly flows: Flows;
  readonly documents: ReadonlyMap<string, readonly StoredDocument[]>;
}

/** A field of a version to come. */
const LATER = { fieldOfALaterVersion: { kept: true } };

const SETTINGS = { SESSION_TTL: '86400', WEBHOOK_SCHEDULE: '0,1' };

/** Attempts of the only delivery, once none is running. */
async function attempts(server: TestServer, { verified }: Flows): Promise<number | undefined> {
  const { json } = await read(await server.a(`/session/${verified.session}/deliveries`));
  return json[0]?.state === 'leased' ? undefined : json[0]?.attempts.length;
}

/** A server that stops with a flow in the middle of each state, and every document of its store. */
async function leave(folder: string): Promise<Left> {
  const server = await startSampleServer({ folder, env: SETTINGS });
  // No server listens there: its delivery stays due.
  const flows = await leaveInTheMiddle(server, 'http://127.0.0.1:1/presented');
  await until('the first attempt is recorded', async () => (await attempts(server, flows)) === 1);
  const documents = new Map<string, readonly StoredDocument[]>();
  for (const collection of collections as readonly Collection<StoredDocument>[]) {
    const [index] = Object.keys(collection.indexes);
    if (index === undefined) continue;
    const found = await server.platform.store.find(collection, { index, limit: 10_000 });
    documents.set(collection.name, found.documents);
  }
  await server.close();
  return { url: server.url, flows, documents };
}

/** Puts the documents into a new store, as they were, with a field that this version does not define. */
async function restore(folder: string, documents: Left['documents']): Promise<void> {
  mkdirSync(join(folder, 'data'));
  const store = await openEmbeddedStore({ folder: join(folder, 'data') });
  for (const collection of collections) {
    for (const document of documents.get(collection.name) ?? []) {
      const { rev: _, ...fields } = { ...document, ...LATER };
      assert.ok(await store.insert(collection as Collection<StoredDocument>, fields));
    }
  }
  await store.close();
}

describe('what the version before has left', () => {
  const folders: string[] = [];
  let server: TestServer;
  let flows: Flows;
  let url: string;
  const { fetch: original } = globalThis;
  before(async () => {
    for (const name of ['before', 'after']) folders.push(mkdtempSync(join(tmpdir(), `countersign-${name}-`)));
    const [former = '', present = ''] = folders;
    const left = await leave(former);
    ({ flows, url } = left);
    await restore(present, left.documents);
    server = await startSampleServer({ folder: present, env: { ...SETTINGS, PUBLIC_URL: url } });
    // Its wallets use the address that it had.
    globalThis.fetch = (input, init) => original(String(input).replace(url, server.origin), init);
  });
  after(async () => {
    globalThis.fetch = original;
    await server.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const wallet = (): Wallet => new Wallet({ issuer: url, dpop: false });
  const statusOf = async (session: string): Promise<string> =>
    (await read(await server.a(`/session/${session}`))).json.status;

  it('an offer is taken', async () => {
    const { token, answer: taken } = await wallet().receive(flows.offered.uri);
    assert.equal(taken.status, 200, taken.text);
    assert.equal((await wallet().notify(token, taken.json.notification_id)).status, 204);
    assert.equal(await statusOf(flows.offered.session), 'completed');
  });

  it('a pushed request is authorized, and its code redeemed', async () => {
    const redirected = await wallet().authorize(flows.pushed.requestUri);
    const code = new URL(redirected.headers.get('location') ?? 'none:').searchParams.get('code');
    assert.ok(code !== null, redirected.text);
    const parameters = wallet().codeParameters(code, { code_verifier: flows.pushed.verifier });
    assert.equal((await wallet().token(parameters)).status, 200);
  });

  it('a code is redeemed, once', async () => {
    const parameters = wallet().codeParameters(flows.authorized.code, { code_verifier: flows.authorized.verifier });
    const redeemed = await wallet().token(parameters);
    assert.equal(redeemed.status, 200, redeemed.text);
    assert.equal(await takeCredential(wallet(), redeemed.json.access_token, 'pid'), 200);
    assert.equal((await wallet().token(parameters)).json.error, 'invalid_grant');
    // Without proof of possession a lost response looks like a leak.
    assert.equal(await takeCredential(wallet(), redeemed.json.access_token, 'pid'), 401);
  });

  it('an access token yields its credential', async () => {
    assert.equal(await takeCredential(wallet(), flows.tokenIssued.token, 'pid'), 200);
    assert.equal(await statusOf(flows.tokenIssued.session), 'issued');
  });

  it('a notification completes its session', async () => {
    const { token, notificationId, session } = flows.issued;
    assert.equal((await wallet().notify(token, notificationId)).status, 204);
    assert.equal(await statusOf(session), 'completed');
  });

  it('a presentation request is answered with a credential of that version', async () => {
    const { credential, key } = flows.completed;
    assert.equal(await answer(flows.requested.uri, credential, key), 200);
    assert.equal(await statusOf(flows.requested.session), 'verified');
  });

  it('a presentation during issuance continues', async () => {
    const { credential, key } = flows.completed;
    assert.equal(await answer(flows.challenged.link, credential, key), 200);
    assert.equal(await statusOf(flows.challenged.session), 'presentation_required');
  });

  it('a webhook that was due is tried on', async () => {
    // No server listens at its target: the schedule continues from the same point, and ends.
    await until('a second attempt', async () => (await attempts(server, flows)) === 2);
  });

  it('its credentials are revoked by their session, and the list says so', async () => {
    const { session } = flows.completed;
    const body = JSON.stringify({ sessionId: session, status: 1 });
    const revoked = await read(await server.a('/status-management', { method: 'POST', body }));
    assert.equal(revoked.status, 201, revoked.text);
    assert.equal(revoked.json[0].status, 1);
    const seen = await read(await server.a(`/session/${session}`));
    assert.equal(seen.json.issued[0].status.value, 1);
  });

  it('its sessions are listed, and can be erased', async () => {
    const listed = await read(await server.a('/session?limit=1000'));
    const found = new Set((listed.json as { id: string }[]).map(({ id }) => id));
    for (const { session } of Object.values(flows)) assert.ok(found.has(session));
    assert.equal((await server.a(`/session/${flows.verified.session}`, { method: 'DELETE' })).status, 200);
    assert.equal((await server.a(`/session/${flows.verified.session}`)).status, 404);
  });

  it('no event was buried', async () => {
    const buried = await server.platform.store.find(deadLetters, {
      index: Object.keys(deadLetters.indexes)[0] ?? '',
      limit: 1,
    });
    assert.deepEqual(buried.documents, []);
  });

  it('fields that this version does not define are kept by every write', async () => {
    const { store } = server.platform;
    for (const { session } of Object.values(flows)) {
      const document = await store.get(sessions, session);
      if (document === undefined) continue;
      const { fieldOfALaterVersion } = document as unknown as typeof LATER;
      assert.deepEqual(fieldOfALaterVersion, LATER.fieldOfALaterVersion, document.status);
    }
  });

  it('nothing went wrong on the way', () => {
    const errors = server.lines.filter((line) => line.includes('"level":"error"'));
    assert.deepEqual(errors, []);
  });
});
