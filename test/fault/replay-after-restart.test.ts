/** What was used before a kill is not used again after it: the memory of used ones ends with the process. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dpopProof, newWalletKey, signCompact } from '../wallet/keys.ts';
import { type Answer, type Offer, read, Wallet } from '../wallet/wallet.ts';
import { API_KEY, openServerProcess, type ServerProcess } from './server-process.ts';

const REGISTERED = 'registered-wallet';
const CALLBACK = 'https://registered.example/callback';

/** Nothing was used before the very first start, so that every proof counts at once. */
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

for (const ahead of [0, 9]) {
  test(`a client assertion by a clock ${ahead} s ahead is refused after a kill; a new one counts soon`, async (t) => {
    const server = await firstStart(t);
    const key = newWalletKey();
    const client = { client_id: REGISTERED, redirect_uris: [CALLBACK], jwks: { keys: [key.publicJwk] } };
    server.writeConfig('wallets.json', { public_clients: true, clients: [client] });
    const wallet = new Wallet({ issuer: server.url, clientId: REGISTERED, redirectUri: CALLBACK, dpop: false });
    const parameters = wallet.authorizationParameters(await newOffer(server, wallet, 'authorization_code'));
    const assertion = (seconds: number): Record<string, string> => {
      const iat = Math.floor(Date.now() / 1000) + seconds;
      const claims = { iss: REGISTERED, sub: REGISTERED, aud: server.url, jti: randomUUID(), iat, exp: iat + 60 };
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signCompact({ alg: 'ES256' }, claims, key.privateKey),
      };
    };
    const used = assertion(ahead);
    assert.equal((await wallet.par({ ...parameters, ...used })).status, 201);
    const inProcess = await wallet.par({ ...parameters, ...used });
    assert.deepEqual([inProcess.status, inProcess.json.error], [400, 'invalid_client'], inProcess.text);
    await restart(server);
    for (const again of [used, assertion(0)]) {
      const answer = await wallet.par({ ...parameters, ...again });
      assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_client'], answer.text);
    }
    // By a clock that is almost as far ahead as is allowed, the wait is short.
    const fresh = await patiently(() => wallet.par({ ...parameters, ...assertion(9) }));
    assert.equal(fresh.status, 201, fresh.text);
  });
}

/** Sends until it isn't refused any more, for some seconds. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status === 201 || attempt === 40) return answer;
    await sleep(250);
  }
}
