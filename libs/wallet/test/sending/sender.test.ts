import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { makeProofs } from '../../src/issuance/proofs.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { WALLETS, type WalletName } from '../../src/profiles/habits.ts';
import { createWalletProvider } from '../../src/provider/wallet-provider.ts';
import { Sender } from '../../src/sending/sender.ts';
import { Transport } from '../../src/sending/transport.ts';

const AS = 'https://issuer.example';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

/** A server that responds to each request from a list. */
async function senderOf(wallet: WalletName, answers: readonly Response[]) {
  const sent: Sent[] = [];
  const sender = new Sender({
    habits: WALLETS[wallet],
    clientId: 'wallet',
    attester: createWalletProvider(),
    dpop: true,
    instanceKey: undefined,
    now: () => Math.floor(Date.now() / 1000),
    server: async () => ({ issuer: AS, challenge_endpoint: `${AS}/challenge` }),
    transport: new Transport({
      fetch: async (url, init) => {
        sent.push({ url: String(url), headers: new Headers(init?.headers) });
        return answers[sent.length - 1] ?? Response.json({});
      },
    }),
  });
  return { sender, sent };
}

const challenge = (text: string): Response => Response.json({ attestation_challenge: text });
const pop = ({ headers }: Sent) => headers.get('oauth-client-attestation-pop') ?? '';

test('a request is sent again with the challenge, and with the nonce, that the server names', async () => {
  const { sender, sent } = await senderOf('eudi-kotlin', [
    challenge('first'),
    Response.json(
      { error: 'use_attestation_challenge' },
      { status: 400, headers: { 'OAuth-Client-Attestation-Challenge': 'second' } },
    ),
    Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'DPoP-Nonce': 'n1' } }),
  ]);
  const answer = await sender.form('token', `${AS}/token`, { grant_type: 'x' });
  assert.equal(answer.status, 200);
  assert.equal(sender.retries, 2);
  const [, first, second, third] = sent;
  assert.ok(first && second && third);
  assert.equal(decodeJwt(pop(first)).challenge, 'first');
  assert.equal(decodeJwt(pop(second)).challenge, 'second');
  assert.equal(decodeJwt(third.headers.get('dpop') ?? '').nonce, 'n1');
  assert.notEqual(decodeJwt(pop(second)).jti, decodeJwt(pop(third)).jti);
  await jwtVerify(pop(third), await importJWK(sender.instanceKey.publicJwk, 'ES256'), { audience: AS });
});

test('Kotlin fetches a challenge for each request, the suite one', async () => {
  for (const [wallet, fetched] of [
    ['eudi-kotlin', 2],
    ['suite', 1],
  ] as const) {
    const { sender, sent } = await senderOf(
      wallet,
      Array.from({ length: 4 }, () => challenge('c')),
    );
    await sender.form('par', `${AS}/par`, {});
    await sender.form('token', `${AS}/token`, {});
    assert.equal(sent.filter(({ url }) => url.endsWith('/challenge')).length, fetched);
  }
});

test('the proof of possession has what each wallet adds', async () => {
  for (const [wallet, claims, header] of [
    ['eudi-kotlin', ['aud', 'challenge', 'iat', 'iss', 'jti', 'nbf'], ['alg', 'typ']],
    ['eudi-ios', ['aud', 'challenge', 'cnf', 'exp', 'iat', 'iss', 'jti'], ['alg', 'jwk', 'kid', 'typ']],
    ['ts3-letter', ['aud', 'challenge', 'iat', 'jti'], ['alg', 'typ']],
  ] as const) {
    const { sender, sent } = await senderOf(wallet, [challenge('c')]);
    await sender.form('par', `${AS}/par`, {});
    const [, request] = sent;
    assert.ok(request);
    assert.deepEqual(Object.keys(decodeJwt(pop(request))).sort(), claims);
    assert.deepEqual(Object.keys(decodeProtectedHeader(pop(request))).sort(), header);
  }
});

test('a test can replace and drop headers', async () => {
  const { sender, sent } = await senderOf('credo', [challenge('c')]);
  await sender.form('par', `${AS}/par`, { a: undefined }, { 'oauth-client-attestation': undefined, dpop: undefined });
  assert.deepEqual([...(sent[0]?.headers.keys() ?? [])], []);
});

test('proofs have the forms that wallets send', async () => {
  const attester = createWalletProvider();
  const keys = [newWalletKey(), newWalletKey()];
  const input = { keys, nonce: 'n', audience: AS, iat: 1, clientId: 'wallet', attester };
  const proofs = (wallet: WalletName) => makeProofs(input, WALLETS[wallet].proof);
  const [one = '', ...others] = proofs('eudi-kotlin').jwt ?? [];
  assert.deepEqual(others, []);
  assert.equal(decodeProtectedHeader(one).kid, '0');
  const attested = decodeJwt(String(decodeProtectedHeader(one).key_attestation));
  assert.deepEqual(
    attested.attested_keys,
    keys.map(({ publicJwk }) => publicJwk),
  );
  assert.equal(attested.nonce, undefined);
  const [alone = ''] = proofs('eudi-kotlin-attestation').attestation ?? [];
  assert.equal(decodeJwt(alone).nonce, 'n');
  const each = proofs('suite').jwt ?? [];
  assert.deepEqual(
    each.map((jwt) => decodeProtectedHeader(jwt).jwk),
    keys.map(({ publicJwk }) => publicJwk),
  );
  assert.deepEqual(Object.keys(decodeProtectedHeader(proofs('ts3-letter').jwt?.[0] ?? '')).sort(), [
    'alg',
    'key_attestation',
    'typ',
  ]);
  assert.equal(makeProofs({ ...input, attester: undefined }, WALLETS.credo.proof).jwt?.length, 2);
});
