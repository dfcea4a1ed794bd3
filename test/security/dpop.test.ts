/** DPoP at the token and credential endpoints under misuse (RFC 9449). */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { PRE_AUTHORIZED } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type DpopInput, dpopProof, newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { begin, beginWithToken, count, credentialBody, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('DPoP', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  const seconds = (): number => Math.floor(now / 1000);
  before(async () => {
    server = await startSampleServer({ clock });
  });
  after(() => server.close());

  /** Proofs that must be refused: at the token endpoint, and with `ath` at the credential endpoint. */
  const badProofs = (wallet: Wallet, url: string, accessToken?: string): Record<string, string> => {
    const key = wallet.dpopKey ?? newWalletKey();
    const make = (input: Partial<DpopInput>): string =>
      dpopProof(key, { method: 'POST', url, accessToken, iat: seconds(), ...input });
    const { publicJwk, privateKey } = key;
    const payload = { jti: randomUUID(), htm: 'POST', htu: url, iat: seconds() };
    const input = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk })}.${encode(payload)}`;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsaInput = `${encode({ typ: 'dpop+jwt', alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) })}.${encode(payload)}`;
    const hmacInput = `${encode({ typ: 'dpop+jwt', alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${encode(payload)}`;
    return {
      'no JWT': 'garbage',
      'two parts': input,
      'no signature': `${input}.`,
      'another signature': `${input}.${sign('sha256', Buffer.from('other'), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      'DER signature': `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`,
      'alg none': `${encode({ typ: 'dpop+jwt', alg: 'none', jwk: publicJwk })}.${encode(payload)}.`,
      RS256: `${rsaInput}.${sign('sha256', Buffer.from(rsaInput), rsa.privateKey).toString('base64url')}`,
      HS256: `${hmacInput}.${createHmac('sha256', Buffer.from('AAAA', 'base64url')).update(hmacInput).digest('base64url')}`,
      'wrong typ': make({ header: { typ: 'JWT' } }),
      'no typ': make({ header: { typ: undefined } }),
      'no jwk': make({ header: { jwk: undefined } }),
      'private jwk': make({ header: { jwk: privateKey.export({ format: 'jwk' }) } }),
      'key of another': signCompact(
        { typ: 'dpop+jwt', alg: 'ES256', jwk: newWalletKey().publicJwk },
        payload,
        privateKey,
      ),
      'unknown crit': make({ header: { crit: ['x'], x: 1 } }),
      'no jti': make({ payload: { jti: undefined } }),
      'jti no string': make({ payload: { jti: 1 } }),
      'no htm': make({ payload: { htm: undefined } }),
      'other htm': make({ method: 'GET' }),
      'no htu': make({ payload: { htu: undefined } }),
      'other htu': make({ url: `${server.url}/authorize/par` }),
      'other host': make({ url: url.replace('//localhost', '//evil.example') }),
      'no iat': make({ payload: { iat: undefined } }),
      'iat text': make({ payload: { iat: String(seconds()) } }),
      'an hour old': make({ iat: seconds() - 3600 }),
      'an hour ahead': make({ iat: seconds() + 3600 }),
      'two minutes old': make({ iat: seconds() - 120 }),
      'one minute ahead': make({ iat: seconds() + 60 }),
      'foreign nonce': make({ nonce: 'not-ours' }),
    };
  };

  it('refuses bad proofs at the token endpoint with 400 and spends nothing', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const parameters = wallet.preAuthorizedParameters(offer);
    for (const [name, dpop] of Object.entries(badProofs(wallet, `${server.url}/authorize/token`))) {
      const answer = await wallet.token(parameters, { dpop });
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.ok(['invalid_dpop_proof', 'use_dpop_nonce'].includes(answer.json.error), `${name}: ${answer.text}`);
    }
    assert.equal((await wallet.token(parameters)).status, 200);
  });

  it('refuses bad proofs at the credential endpoint with 401 and a challenge', async () => {
    const { wallet, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const url = `${server.url}/vci/credential`;
    const body = await credentialBody(wallet);
    const key = wallet.dpopKey ?? newWalletKey();
    const stranger = new Wallet({ issuer: server.url, clock });
    const cases = {
      ...badProofs(wallet, url, token),
      'no ath': dpopProof(key, { method: 'POST', url, iat: seconds() }),
      'other ath': dpopProof(key, { method: 'POST', url, iat: seconds(), accessToken: 'other' }),
      'another key': stranger.dpopHeader('POST', '/vci/credential', token).dpop ?? '',
    };
    for (const [name, dpop] of Object.entries(cases)) {
      const answer = await wallet.credential(token, body, { dpop });
      assert.equal(answer.status, 401, `${name}: ${answer.text}`);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^DPoP .*error="(invalid_|use_dpop)/, name);
    }
    const good = await wallet.credential(token, body);
    assert.equal(good.status, 200, good.text);
  });

  it('refuses two DPoP headers', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const headers = new Headers();
    const { dpop = '' } = wallet.dpopHeader('POST', '/authorize/token');
    headers.append('dpop', dpop);
    headers.append(
      'dpop',
      dpopProof(wallet.dpopKey ?? newWalletKey(), { method: 'POST', url: `${server.url}/authorize/token` }),
    );
    const body = new URLSearchParams(wallet.preAuthorizedParameters(offer));
    const answer = await read(await fetch(`${server.url}/authorize/token`, { method: 'POST', headers, body }));
    assert.equal(answer.status, 400);
    assert.equal(answer.json.error, 'invalid_dpop_proof');
  });

  it('accepts what the standard accepts: extra claims, query in htu, host case, scheme case, ten seconds of skew', async () => {
    const { wallet, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const key = wallet.dpopKey ?? newWalletKey();
    const url = `${server.url}/vci/credential`;
    const variants: Partial<DpopInput>[] = [
      { payload: { exp: seconds() + 60, nbf: seconds() - 60, extra: true } },
      { url: `${url}?query=1#fragment` },
      { url: url.replace('http://', 'HTTP://') },
      { iat: seconds() - 10 },
      { iat: seconds() + 10 },
    ];
    for (const variant of variants) {
      const dpop = dpopProof(key, { method: 'POST', url, accessToken: token, iat: seconds(), ...variant });
      const answer = await wallet.credential(token, await credentialBody(wallet), { dpop });
      assert.equal(answer.status, 200, `${JSON.stringify(variant)}: ${answer.text}`);
    }
    const lower = await wallet.credential(token, await credentialBody(wallet), { authorization: `dPoP ${token}` });
    assert.equal(lower.status, 200, lower.text);
  });

  it('lets one of twenty parallel copies of a proof pass', async () => {
    const { wallet } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const started = await Promise.all(Array.from({ length: 20 }, () => begin(server, PRE_AUTHORIZED_FLOW, { clock })));
    const headers = wallet.dpopHeader('POST', '/authorize/token');
    const answers = await Promise.all(
      started.map(({ offer }) => wallet.token(wallet.preAuthorizedParameters(offer), headers)),
    );
    assert.equal(count(answers, 200), 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.equal(answer.json.error, 'invalid_dpop_proof');
    }
  });

  it('marks no proof of a request that is refused: strangers can not fill the memory', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const good = wallet.codeParameters(await wallet.code(offer));
    const asked = wallet.authorizationParameters((await begin(server, {}, { clock })).offer);
    const bound = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const stranger = new Wallet({ issuer: server.url, clock });
    const unknown = bound.token.replace(/.{10}$/, 'AAAAAAAAAA');
    const preAuthorized = { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': unknown };
    const challenge = { client_id: 'c', auth_session: unknown, presentation_during_issuance_session: 'p' };
    const marks = mock.method(server.platform.cache, 'addOnce');
    try {
      const refusals = {
        'unknown code': await wallet.token({ ...good, code: unknown }),
        'another key': await stranger.token(good),
        'another client': await wallet.token({ ...good, client_id: 'another' }),
        'wrong code_verifier': await wallet.token({ ...good, code_verifier: 'a'.repeat(43) }),
        'wrong redirect_uri': await wallet.token({ ...good, redirect_uri: 'https://evil.example/' }),
        'unknown grant type': await wallet.token({ ...good, grant_type: 'urn:x' }),
        'unknown pre-authorized code': await wallet.token(preAuthorized),
        'no issuer_state': await wallet.par({ ...asked, issuer_state: '' }),
        'unknown issuer_state': await wallet.par({ ...asked, issuer_state: unknown }),
        'wrong scope': await wallet.par({ ...asked, scope: 'unknown' }),
        'unknown auth_session': await wallet.form('/authorize/challenge', challenge),
        'challenge without issuer_state': await wallet.form('/authorize/challenge', { ...asked, issuer_state: '' }),
        'unknown token': await bound.wallet.credential(unknown, {}),
        'token of another key': await stranger.credential(bound.token, {}),
        'unknown token to notify': await bound.wallet.notify(unknown, 'n'),
      };
      for (const [name, { status, text }] of Object.entries(refusals)) {
        assert.ok(status >= 400 && status < 500, `${name}: ${text}`);
      }
      assert.equal(marks.mock.callCount(), 0);
      assert.equal((await wallet.token(good)).status, 200);
      assert.equal(marks.mock.callCount(), 1);
    } finally {
      marks.mock.restore();
    }
  });

  it('counts the proofs of a token, so that one wallet can not fill the memory', async () => {
    const { wallet, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const counted = mock.method(server.platform.cache, 'increment', async (key: string) => {
      assert.match(key, /dpop-holder/);
      assert.ok(!key.includes(token), 'no token in the cache');
      return 501;
    });
    try {
      const refused = await wallet.credential(token, await credentialBody(wallet));
      assert.equal(refused.status, 429, refused.text);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((await wallet.notify(token, 'n')).status, 429);
    } finally {
      counted.mock.restore();
    }
    assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
  });

  it('keeps a jti for each key: no client uses up that of another', async () => {
    const jti = randomUUID();
    for (let other = 0; other < 2; other += 1) {
      const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
      const dpop = dpopProof(wallet.dpopKey ?? newWalletKey(), {
        method: 'POST',
        url: `${server.url}/authorize/token`,
        iat: seconds(),
        jti,
      });
      assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer), { dpop })).status, 200);
    }
  });

  it('refuses a bound token as Bearer, a plain one as DPoP, and any in the query', async () => {
    const { wallet, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const asBearer = await wallet.credential(token, await credentialBody(wallet), { authorization: `Bearer ${token}` });
    assert.equal(asBearer.status, 401);
    assert.match(asBearer.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    const plain = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    const asDpop = await plain.wallet.credential(plain.token, await credentialBody(plain.wallet), {
      authorization: `DPoP ${plain.token}`,
      ...wallet.dpopHeader('POST', '/vci/credential', plain.token),
    });
    assert.equal(asDpop.status, 401);
    const inQuery = await fetch(`${server.url}/vci/credential?access_token=${plain.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await credentialBody(plain.wallet)),
    });
    assert.ok(inQuery.status === 400 || inQuery.status === 401);
  });

  it('helps a wallet whose clock is off: a nonce settles it', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const slow = new Wallet({ issuer: server.url, clock: () => now - 300_000 });
    assert.equal(slow.dpopNonce, undefined);
    const answer: Answer = await slow.token(wallet.preAuthorizedParameters(offer));
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(slow.dpopNonce, undefined);
  });

  it('takes a nonce until five minutes after it was made, and not once longer', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const late = wallet.dpopHeader('POST', '/authorize/token');
    now += 120_000;
    const challenged = await wallet.token(wallet.preAuthorizedParameters(offer), late);
    assert.equal(challenged.json.error, 'use_dpop_nonce');
    const nonce = challenged.headers.get('dpop-nonce') ?? '';
    const withNonce = (): Record<string, string> => ({
      dpop: dpopProof(wallet.dpopKey ?? newWalletKey(), {
        method: 'POST',
        url: `${server.url}/authorize/token`,
        nonce,
        iat: seconds(),
      }),
    });
    now += 300_000;
    const stale = await wallet.token(wallet.preAuthorizedParameters(offer), withNonce());
    assert.equal(stale.json.error, 'use_dpop_nonce');
    now -= 1;
    assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer), withNonce())).status, 200);
  });
});

describe('DPoP nonces demanded', () => {
  it('walks a wallet through every endpoint with one retry each', async () => {
    const server = await startSampleServer({ env: { DPOP_NONCE: 'required' } });
    try {
      const { wallet, offer } = await begin(server);
      const first = await wallet.form('/authorize/par', wallet.authorizationParameters(offer), {
        dpop: dpopProof(wallet.dpopKey ?? newWalletKey(), { method: 'POST', url: `${server.url}/authorize/par` }),
      });
      assert.equal(first.status, 400);
      assert.equal(first.json.error, 'use_dpop_nonce');
      assert.notEqual(first.headers.get('dpop-nonce'), null);
      const token = await wallet.redeem(offer);
      assert.equal(token.status, 200, token.text);
      wallet.dpopNonce = undefined;
      const url = `${server.url}/vci/credential`;
      const dpop = dpopProof(wallet.dpopKey ?? newWalletKey(), {
        method: 'POST',
        url,
        accessToken: token.json.access_token,
      });
      const challenged = await wallet.credential(token.json.access_token, await credentialBody(wallet), { dpop });
      assert.equal(challenged.status, 401);
      assert.match(
        challenged.headers.get('www-authenticate') ?? '',
        /^DPoP error="use_dpop_nonce", error_description=".*", algs="ES256"$/,
      );
      const issued = await wallet.credential(token.json.access_token, await credentialBody(wallet));
      assert.equal(issued.status, 200, issued.text);
      assert.equal((await wallet.notify(token.json.access_token, issued.json.notification_id)).status, 204);
    } finally {
      await server.close();
    }
  });

  it('DPOP=required refuses wallets without DPoP', async () => {
    const server = await startSampleServer({ env: { DPOP: 'required' } });
    try {
      const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { dpop: false });
      const answer = await wallet.token(wallet.preAuthorizedParameters(offer));
      assert.equal(answer.status, 400);
      assert.equal(answer.json.error, 'invalid_dpop_proof');
    } finally {
      await server.close();
    }
  });
});

describe('a full replay cache', () => {
  it('refuses with 503 what needs a mark, serves what needs none, and takes marks when others have ended', async () => {
    let now = Date.now();
    const clock = (): number => now;
    const server = await startSampleServer({ clock, env: { REPLAY_CACHE_SIZE: '1000' } });
    try {
      const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
      const plain = await begin(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
      for (let i = 0; i < 1000; i += 1) await server.platform.cache.addOnce(`${i}`, 80_000);
      const answer = await wallet.token(wallet.preAuthorizedParameters(offer));
      assert.deepEqual([answer.status, answer.json.error], [503, 'temporarily_unavailable'], answer.text);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      assert.ok(server.lines.some((line) => line.includes('The replay cache is full')));
      assert.equal((await plain.wallet.token(plain.wallet.preAuthorizedParameters(plain.offer))).status, 200);
      now += 82_000;
      assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer))).status, 200, 'nothing was spent');
    } finally {
      await server.close();
    }
  });
});
