/**
 * Certificates that an authority issues for key sets, over HTTP: from the certificate request to presentations and credentials, and their
 * replacement while wallets present and receive. `ROLLOVER_FLOWS` is the number of flows while certificates are replaced.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { certificateRequestDer } from '@countersign/shared/crypto/certificate-request';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { setLead } from '@countersign/shared/model/keys/key-states';
import { testAuthority } from '@countersign/shared/test/keys/set-authority';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const FLOWS = Number(process.env.ROLLOVER_FLOWS ?? 40);
const AT_ONCE = 4;
const STEPS = 10;
const SUBJECT = {
  country: 'DE',
  organization: 'Example Shop AG',
  organizationIdentifier: 'NTRDE-HRB123456',
  commonName: 'Example Shop',
  uris: ['https://shop.example/support'],
};

interface World {
  readonly server: TestServer;
  clock(): number;
  later(milliseconds: number): void;
  /** A new key of the set with a certificate. @returns the thumbprint of the leaf, and when it is used */
  certify(set: string, purpose: string): Promise<{ readonly leaf: string; readonly state: string }>;
  call(method: string, path: string, body?: object): Promise<Response>;
}

async function start(t: TestContext): Promise<World> {
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const server = await startSampleServer({ clock });
  t.after(() => server.close());
  const authority = await testAuthority(Date.now());
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    server.a(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, body);
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    return JSON.parse(text) as { request: string; state: string };
  };
  return {
    server,
    clock,
    call,
    later: (milliseconds) => {
      ahead += milliseconds;
    },
    certify: async (set, purpose) => {
      const { request } = await made(`/key-sets/${set}/${purpose}`, SUBJECT);
      const chain = await authority.answer(certificateRequestDer(request));
      const pem = chain.map(String).join('');
      const { state } = await made(`/key-sets/${set}/${purpose}/chain`, { pem });
      return { leaf: leafThumbprint(chain.map(x5cElement)), state };
    },
  };
}

interface Presented {
  readonly held: HeldCredential;
  readonly uri: string;
  readonly session: string;
}

/** Its outcome, and the client id of the request. */
async function presented({ server, clock }: World, { held, uri, session }: Presented) {
  const request = await fetchRequest(uri);
  const shown = present(held, request, { payload: { iat: Math.floor(clock() / 1000) } });
  await post(request.response_uri, responseFields(request, vpTokenOf(shown, request)));
  const { status, error } = await sessionOf(server, session);
  return { clientId: request.client_id, outcome: status === 'verified' ? 'verified' : JSON.stringify(error ?? status) };
}

async function received({ server, clock }: World): Promise<HeldCredential> {
  const { uri } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const { answer, key } = await new Wallet({ issuer: server.url, clock }).receive(uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

function signerOf({ credential }: HeldCredential): string {
  return leafThumbprint(JSON.parse(Buffer.from(credential.split('.')[0] ?? '', 'base64url').toString('utf8')).x5c);
}

it('no wallet is refused while certificates of requests and of credentials are replaced', async (t) => {
  const world = await start(t);
  const { server, certify, later, call } = world;
  const first = await certify('shop', 'request');
  assert.equal(first.state, 'active');
  server.writeConfig('presentation/question.json', { ...pidQuestion, keys: 'shop' });
  later(2000);
  const seen = { requests: new Set<string>(), credentials: new Set<string>() };
  const refused: string[] = [];
  let flows = 0;
  let isOver = false;
  const flow = async (): Promise<void> => {
    const held = await received(world);
    seen.credentials.add(signerOf(held));
    const { clientId, outcome } = await presented(world, { held, ...(await makeRequest(server)) });
    seen.requests.add(clientId);
    if (outcome !== 'verified') refused.push(outcome);
    flows += 1;
  };
  const run = async (): Promise<void> => {
    while (!isOver) await flow().catch((error: unknown) => refused.push(String(error)));
  };
  /** Time passes in steps while flows run. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let step = 1; step <= STEPS; step += 1) {
      const until = flows + FLOWS / (2 * STEPS);
      while (flows < until && refused.length === 0) await new Promise((on) => setTimeout(on, 5));
      later(milliseconds / STEPS);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, run);
  // Links that are opened when their certificate was replaced.
  const open = await Promise.all([1, 2, 3].map(() => makeRequest(server)));
  const second = await certify('shop', 'request');
  const ofCredentials = await certify('default', 'credential');
  assert.deepEqual([second.state, ofCredentials.state], ['pending', 'pending']);
  await pass(setLead('request') + 1000);
  const held = await received(world);
  for (const made of open) {
    const expected = { clientId: `x509_hash:${first.leaf}`, outcome: 'verified' };
    assert.deepEqual(await presented(world, { held, ...made }), expected);
  }
  await pass(setLead('credential'));
  isOver = true;
  await Promise.all(workers);
  await flow();
  assert.deepEqual(refused, []);
  assert.deepEqual(
    [...seen.requests],
    [first, second].map(({ leaf }) => `x509_hash:${leaf}`),
  );
  assert.ok(seen.credentials.has(ofCredentials.leaf) && seen.credentials.size === 2);
  t.diagnostic(`${flows} issuances and presentations while two certificates were replaced, ${refused.length} refused`);
  assert.equal((await call('DELETE', '/key-sets/shop/request')).status, 409);
});

it('an answer counts for the client id of its request after the certificate was replaced', async (t) => {
  const world = await start(t);
  const { server, certify, later, clock } = world;
  const first = await certify('shop', 'request');
  server.writeConfig('presentation/question.json', { ...pidQuestion, keys: 'shop' });
  later(2000);
  const held = await received(world);
  const { uri, session } = await makeRequest(server);
  const request = await fetchRequest(uri);
  const second = await certify('shop', 'request');
  later(setLead('request') + 1000);
  assert.equal((await fetchRequest((await makeRequest(server)).uri)).client_id, `x509_hash:${second.leaf}`);
  assert.equal(request.client_id, `x509_hash:${first.leaf}`);
  const shown = present(held, request, { payload: { iat: Math.floor(clock() / 1000) } });
  await post(request.response_uri, responseFields(request, vpTokenOf(shown, request)));
  assert.equal((await sessionOf(server, session)).status, 'verified');
});

it('the calls say what is wrong with their input, and GET /keys shows each key', async (t) => {
  const { server, certify, call } = await start(t);
  const json = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>;
  assert.equal((await call('POST', '/key-sets/shop/encryption', SUBJECT)).status, 404);
  assert.equal((await call('POST', '/key-sets/shop/request', {})).status, 400);
  const begun = await json(call('POST', '/key-sets/shop/request', SUBJECT));
  const nothing = await json(call('POST', '/key-sets/shop/request/chain', { pem: 'no certificate' }));
  assert.equal(nothing.reason, 'key_set_chain_invalid');
  assert.match(JSON.stringify(nothing.errors), /1 to 4 certificates/);
  const other = await testAuthority(Date.now());
  const elsewhere = await json(call('POST', '/key-sets/shop/request/chain', { pem: other.anchor }));
  assert.match(JSON.stringify(elsewhere.errors), /self-signed/);
  await certify('shop', 'request');
  const { purposes } = (await json(call('GET', '/keys'))) as {
    purposes: { set?: string; rotation: string; keys: object[] }[];
  };
  const shop = purposes.find(({ set }) => set === 'shop') ?? assert.fail();
  assert.equal(shop.rotation, 'certificate_request');
  assert.deepEqual(
    shop.keys.map((key) => [(key as { state: string }).state, 'certificate' in key, 'request' in key]),
    [
      ['requested', false, true],
      ['active', true, false],
    ],
  );
  assert.doesNotMatch(JSON.stringify(purposes), /PRIVATE/);
  assert.equal((await call('DELETE', `/key-sets/shop/request/${String(begun.kid)}`)).status, 200);
  assert.equal((await call('DELETE', `/key-sets/shop/request/${String(begun.kid)}`)).status, 404);
  assert.equal((await call('DELETE', '/key-sets/shop/request')).status, 200);
  // European wallets refuse access certificates without these.
  server.writeConfig('tenant.json', { profile: 'eu' });
  const bare = await json(call('POST', '/key-sets/shop/request', { commonName: 'Shop' }));
  assert.equal(bare.reason, 'key_set_subject_invalid');
  assert.match(JSON.stringify(bare.errors), /organizationIdentifier.*contact/s);
});
