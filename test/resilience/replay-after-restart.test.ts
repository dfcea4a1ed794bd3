/** Nothing used before a kill is accepted again after it, even if the used-once marks were lost with the process. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { API_KEY, openServerProcess, type ServerProcess } from './server-process.ts';

const REGISTERED = 'registered-wallet';
const CALLBACK = 'https://registered.example/callback';

/** Nothing was used before the very first start, so every proof is accepted immediately. */
async function firstStart(t: TestContext, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await openServerProcess(env);
  t.after(() => server.close());
  await server.start();
  return server;
}

async function restart(server: ServerProcess): Promise<void> {
  await server.kill();
  await server.start();
}

async function newOffer(server: ServerProcess, wallet: Wallet, flow: string): Promise<Offer> {
  const body = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['pid'], flow });
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const made = await read(await fetch(`${server.url}/vci/offer`, { method: 'POST', headers, body }));
  assert.equal(made.status, 201, made.text);
  return wallet.offer(made.json.uri);
}

async function preAuthorized(server: ServerProcess, wallet: Wallet): Promise<Record<string, string>> {
  return wallet.preAuthorizedParameters(await newOffer(server, wallet, 'pre_authorized_code'));
}

/** DPoP headers of one wallet for the token endpoint; the clock is the wallet's own. */
function prover(server: ServerProcess, ahead = 0): (nonce?: string) => { dpop: string } {
  const key = newWalletKey();
  const iat = Math.floor(Date.now() / 1000) + ahead;
  const url = `${server.url}/authorize/token`;
  return (nonce) => ({ dpop: dpopProof(key, { method: 'POST', url, iat, nonce }) });
}

function assertNonceAsked(answer: Answer): string {
  assert.deepEqual([answer.status, answer.json.error], [400, 'use_dpop_nonce'], answer.text);
  return answer.headers.get('dpop-nonce') ?? '';
}

for (const ahead of [0, 9]) {
  test(`a DPoP proof by a clock ${ahead} s ahead is refused after a kill, and a nonce helps`, async (t) => {
    const server = await firstStart(t);
    const wallet = new Wallet({ issuer: server.url });
    const first = await preAuthorized(server, wallet);
    const second = await preAuthorized(server, wallet);
    const prove = prover(server, ahead);
    const proof = prove();
    assert.equal((await wallet.token(first, proof)).status, 200);
    await restart(server);
    const nonce = assertNonceAsked(await wallet.token(second, proof));
    assert.equal((await wallet.token(second, prove(nonce))).status, 200);
  });
}

test('a DPoP proof with a nonce is refused after a kill, and so is a new one with a nonce of before', async (t) => {
  const server = await firstStart(t, { DPOP_NONCE: 'required' });
  const wallet = new Wallet({ issuer: server.url });
  const first = await preAuthorized(server, wallet);
  const second = await preAuthorized(server, wallet);
  const prove = prover(server);
  const before = assertNonceAsked(await wallet.token(first, prove()));
  const proof = prove(before);
  assert.equal((await wallet.token(first, proof)).status, 200);
  await restart(server);
  assertNonceAsked(await wallet.token(second, proof));
  const nonce = assertNonceAsked(await wallet.token(second, prove(before)));
  assert.equal((await wallet.token(second, prove(nonce))).status, 200);
});

test('a key proof is refused after a kill, and so is its nonce; the token and a new nonce get the credential', async (t) => {
  const server = await firstStart(t);
  const wallet = new Wallet({ issuer: server.url });
  const redeemed = await wallet.token(await preAuthorized(server, wallet));
  const token: string = redeemed.json.access_token;
  const request = (nonce: string): object => ({
    credential_configuration_id: 'pid',
    proofs: { jwt: [wallet.proof(newWalletKey(), nonce)] },
  });
  const [used, unused] = [await wallet.nonce(), await wallet.nonce()];
  const body = request(used);
  assert.equal((await wallet.credential(token, body)).status, 200);
  await restart(server);
  for (const again of [body, request(used), request(unused)]) {
    const answer = await wallet.credential(token, again);
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_nonce'], answer.text);
  }
  const fresh = await wallet.credential(token, request(await wallet.nonce()));
  assert.equal(fresh.status, 200, fresh.text);
});

/** A server with a registered client, and that client's requests. */
async function registered(t: TestContext) {
  const server = await firstStart(t);
  const key = newWalletKey();
  const client = { client_id: REGISTERED, redirect_uris: [CALLBACK], jwks: { keys: [key.publicJwk] } };
  server.writeConfig('wallets.json', { public_clients: true, clients: [client] });
  const wallet = new Wallet({ issuer: server.url, clientId: REGISTERED, redirectUri: CALLBACK, dpop: false });
  const parameters = wallet.authorizationParameters(await newOffer(server, wallet, 'authorization_code'));
  const claims = { iss: REGISTERED, sub: REGISTERED, aud: server.url };
  const assertion = (times: object): Record<string, string> => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signCompact({ alg: 'ES256' }, { ...claims, jti: randomUUID(), ...times }, key.privateKey),
  });
  const par = (proof: Record<string, string>): Promise<Answer> => wallet.par({ ...parameters, ...proof });
  return { server, assertion, par };
}

function assertUsedBefore(answer: Answer): void {
  assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_client'], answer.text);
}

const now = (): number => Math.floor(Date.now() / 1000);
const assertions: Readonly<Record<string, () => object>> = {
  'with iat': () => ({ iat: now(), exp: now() + 60 }),
  'with iat, by a clock 9 s ahead,': () => ({ iat: now() + 9, exp: now() + 69 }),
  'without iat, that lives an hour,': () => ({ exp: now() + 3500 }),
};

for (const [name, times] of Object.entries(assertions)) {
  test(`a client assertion ${name} is refused after a kill, and a new one is served at once`, async (t) => {
    const { server, assertion, par } = await registered(t);
    const used = assertion(times());
    const waiting = assertion(times());
    assert.equal((await par(used)).status, 201);
    assertUsedBefore(await par(used));
    await restart(server);
    assertUsedBefore(await par(used));
    for (const unused of [assertion(times()), waiting]) {
      const answer = await par(unused);
      assert.equal(answer.status, 201, answer.text);
    }
    await restart(server);
    assertUsedBefore(await par(waiting));
  });
}
