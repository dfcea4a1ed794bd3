/** One offer yields a limited number of credentials, status indexes, deferred requests, the session document. */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';
import { assertRefused, beginWithToken, count, credentialBody, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import {
  challenged,
  holdPidOf,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const MOST = 6;
let server: TestServer;
before(async () => {
  server = await startSampleServer({
    env: { BATCH_SIZE: '2', CREDENTIAL_BATCHES: '3', CLAIMS_WAIT: '20', RATE_WALLET: '0' },
  });
});
after(() => server.close());

const stored = async (id: string) => (await server.platform.store.get(sessions, id)) ?? assert.fail();

async function indexesOf(session: string): Promise<number> {
  const found = await server.platform.store.find(statusEntries, { index: 'session', equal: [session], limit: 1000 });
  return found.documents.reduce((sum, { indexes }) => sum + indexes.length, 0);
}

async function batch(wallet: Wallet, token: string, id: string, size: number): Promise<Answer> {
  const nonce = await wallet.nonce();
  const jwt = Array.from({ length: size }, () => wallet.proof(newWalletKey(), nonce));
  return wallet.credential(token, { credential_configuration_id: id, proofs: { jwt } });
}

it('as many credentials as three full batches, of each configuration; further requests are refused, and take no index', async () => {
  const body = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['pid', 'diploma'] };
  const { wallet, token, session } = await beginWithToken(server, body);
  for (let n = 0; n < 2; n += 1) assert.equal((await batch(wallet, token, 'pid', 2)).status, 200);
  const first = await batch(wallet, token, 'pid', 1);
  assert.equal((await wallet.notify(token, first.json.notification_id)).status, 204);
  assertRefused(await batch(wallet, token, 'pid', 2), 400, 'credential_request_denied');
  assert.equal((await batch(wallet, token, 'pid', 1)).status, 200);
  for (let n = 0; n < 5; n += 1) assertRefused(await batch(wallet, token, 'pid', 1), 400, 'credential_request_denied');
  assert.equal(await indexesOf(session), MOST);
  assert.equal((await batch(wallet, token, 'diploma', 2)).status, 200);
  const { issuance } = await stored(session);
  assert.equal(issuance?.credentials.length, MOST + 2);
});

for (const completed of [false, true]) {
  it(`fifty at once yield no more than the limit${completed ? ', also after the wallet has reported' : ''}`, async () => {
    const { wallet, token, session } = await beginWithToken(server);
    let left = MOST;
    if (completed) {
      const issued = await batch(wallet, token, 'pid', 2);
      left -= 2;
      assert.equal((await wallet.notify(token, issued.json.notification_id)).status, 204);
    }
    const bodies = await Promise.all(Array.from({ length: 50 }, () => credentialBody(wallet)));
    const answers = await Promise.all(bodies.map((body) => wallet.credential(token, body)));
    assert.equal(count(answers, 200), left);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertRefused(answer, 400, 'credential_request_denied');
    }
    const session_ = await stored(session);
    assert.equal(session_.issuance?.credentials.length, MOST);
    assert.ok(JSON.stringify(session_).length < 8000);
  });
}

it('a configuration has one deferred request: the newest', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.silent = true;
  writeMember(server, SHAPE_A, receiver.url);
  const started = await challenged(server, SHAPE_A);
  const token = await tokenAfterPresentation(started, await holdPidOf(server, SHAPE_A));
  const { wallet, session } = started;
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const answer = await requestMember(wallet, token);
    assert.equal(answer.status, 202, answer.text);
    ids.push(answer.json.transaction_id);
  }
  const many = await Promise.all(Array.from({ length: 50 }, () => requestMember(wallet, token)));
  assert.equal(count(many, 202), 50);
  assert.equal((await stored(session)).issuance?.deferred?.length, 1);
  const collect = (id: string): Promise<Answer> => wallet.resource('/vci/deferred', token, { transaction_id: id });
  const open = await Promise.all(many.map(({ json }) => collect(json.transaction_id)));
  assert.equal(count(open, 202), 1);
  for (const id of ids) assertRefused(await collect(id), 400, 'invalid_transaction_id');
  // More keys than a batch are refused as everywhere.
  assertRefused(await batch(wallet, token, 'member', 3), 400, 'invalid_credential_request');
});
