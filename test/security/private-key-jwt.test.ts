/**
 * Registered wallet clients (RFC 7523; FAPI 2.0 Security Profile, 5.3.2.1): `config/wallets.json` and its requirements.
 */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact, type WalletKey } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, begin, count, credentialBody, makeTenantOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const CALLBACK = 'https://one.example/callback';
const WITH_QUERY = `${CALLBACK}?dummy1=lorem&dummy2=ipsum`;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('private_key_jwt', () => {
  let server: TestServer;
  const now = Date.now() - 120_000;
  const clock = (): number => now;
  const one = newWalletKey();
  const two = newWalletKey();
  const registered = (clientId: string, key: WalletKey, redirect_uris = [CALLBACK, WITH_QUERY]): object => ({
    client_id: clientId,
    redirect_uris,
    jwks: { keys: [{ ...key.publicJwk, kid: `${clientId}-1`, use: 'sig', alg: 'ES256' }] },
  });
  const CLIENTS = [registered('one', one), registered('two', two)];
  before(async () => {
    server = await startSampleServer({ clock });
  });
  beforeEach(() => server.writeConfig('wallets.json', { public_clients: true, clients: CLIENTS }));
  after(() => server.close());

  interface Lie {
    readonly header?: object;
    readonly payload?: object;
    readonly key?: WalletKey;
    readonly issuer?: string;
  }
  const assertion = (clientId: string, { header, payload, key, issuer = server.url }: Lie = {}): string =>
    signCompact(
      { typ: 'JWT', alg: 'ES256', kid: `${clientId}-1`, ...header },
      { ...claimsOf(clientId, issuer), ...payload },
      (key ?? (clientId === 'two' ? two : one)).privateKey,
    );
  const claimsOf = (clientId: string, issuer: string): object => {
    const iat = Math.floor(now / 1000);
    return { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat, exp: iat + 60 };
  };
  const proves = (clientId: string, lie?: Lie): Record<string, string> => ({
    client_assertion_type: TYPE,
    client_assertion: assertion(clientId, lie),
  });
  const asOne = { clock, clientId: 'one', redirectUri: CALLBACK };
  const refused = (answer: Answer): void => assertRefused(answer, [400, 401], ['invalid_client', 'invalid_request']);
  const metadata = async (path = ''): Promise<Answer> =>
    read(await server.request(`/.well-known/oauth-authorization-server${path}`));

  it('takes a registered client through the whole issuance', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const { json } = await metadata();
    assert.deepEqual(json.token_endpoint_auth_methods_supported, ['none', 'private_key_jwt']);
    assert.deepEqual(json.token_endpoint_auth_signing_alg_values_supported, ['ES256']);
    const code = await wallet.code(offer, proves('one'));
    const token = await wallet.token(wallet.codeParameters(code, proves('one')));
    assert.equal(token.status, 200, token.text);
    const body = await credentialBody(wallet);
    assert.equal((await wallet.credential(token.json.access_token, body)).status, 200);
    const preAuthorized = await begin(server, PRE_AUTHORIZED_FLOW, asOne);
    const parameters = { ...preAuthorized.wallet.preAuthorizedParameters(preAuthorized.offer), ...proves('one') };
    assert.equal((await preAuthorized.wallet.token(parameters)).status, 200);
  });

  const lies = (): Record<string, Record<string, string>> => {
    const seconds = Math.floor(now / 1000);
    const payload = claimsOf('one', server.url);
    const header = { typ: 'JWT', alg: 'ES256', kid: 'one-1' };
    const input = `${encode(header)}.${encode(payload)}`;
    const rs256 = `${encode({ ...header, alg: 'RS256' })}.${encode(payload)}`;
    const hs256 = `${encode({ ...header, alg: 'HS256' })}.${encode(payload)}`;
    const raw = (client_assertion: string): Record<string, string> => ({
      client_assertion_type: TYPE,
      client_assertion,
    });
    const without = (name: string): Record<string, string> => proves('one', { payload: { [name]: undefined } });
    return {
      'K9 no assertion': {},
      'type alone': { client_assertion_type: TYPE },
      'assertion alone': { client_assertion: assertion('one') },
      'another type': {
        ...proves('one'),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
      },
      'K9 no sub': without('sub'),
      'no iss': without('iss'),
      'no aud': without('aud'),
      'no exp': without('exp'),
      'no jti': without('jti'),
      'K9 another audience': proves('one', { issuer: 'https://elsewhere.example' }),
      'audience of another tenant': proves('one', { issuer: `${server.url}/root` }),
      'audience with a slash': proves('one', { issuer: `${server.url}/` }),
      'K10 audience in an array': proves('one', { payload: { aud: [server.url] } }),
      'K10 the PAR address': proves('one', { issuer: `${server.url}/authorize/par` }),
      'K10 the token address': proves('one', { issuer: `${server.url}/authorize/token` }),
      'K9 expired': proves('one', { payload: { exp: seconds - 300 } }),
      'expired at this second': proves('one', { payload: { exp: seconds } }),
      'a lifetime of years': proves('one', { payload: { exp: seconds + 100_000_000 } }),
      'exp as text': proves('one', { payload: { exp: `${seconds + 60}` } }),
      'K11 nbf in 61 s': proves('one', { payload: { nbf: seconds + 61 } }),
      'K11 iat in 61 s': proves('one', { payload: { iat: seconds + 61 } }),
      'an endless jti': proves('one', { payload: { jti: 'x'.repeat(300) } }),
      'iss of another client': proves('one', { payload: { iss: 'two' } }),
      'an unknown client': proves('unregistered', { key: newWalletKey() }),
      'the client __proto__': proves('__proto__', { key: newWalletKey() }),
      'the key of another client': proves('one', { key: two }),
      'a key of its own in the header': proves('one', { key: two, header: { jwk: two.publicJwk } }),
      'an unknown kid': proves('one', { header: { kid: 'other' } }),
      'an unknown crit': proves('one', { header: { crit: ['x'], x: 1 } }),
      'the type of a DPoP proof': proves('one', { header: { typ: 'dpop+jwt' } }),
      'K9 RS256': raw(`${rs256}.${sign('sha256', Buffer.from(rs256), rsa.privateKey).toString('base64url')}`),
      ES384: proves('one', { key: { ...one, privateKey: p384.privateKey }, header: { alg: 'ES384' } }),
      'alg none': raw(`${encode({ ...header, alg: 'none' })}.${encode(payload)}.`),
      HS256: raw(`${hs256}.${createHmac('sha256', JSON.stringify(one.publicJwk)).update(hs256).digest('base64url')}`),
      'DER signature': raw(`${input}.${sign('sha256', Buffer.from(input), one.privateKey).toString('base64url')}`),
      'no JWT': raw('garbage'),
      'a client_id parameter that is another': { ...proves('one'), client_id: 'two' },
    };
  };

  it('refuses at PAR, challenge and token what does not prove the client, and spends nothing', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const code = await wallet.code(offer, proves('one'));
    for (const name of Object.keys(lies())) {
      const lie = (): Record<string, string> => lies()[name] ?? {};
      for (const path of ['/authorize/par', '/authorize/challenge']) {
        refused(await wallet.form(path, { ...wallet.authorizationParameters(offer), ...lie() }));
      }
      const answer = await wallet.token({ ...wallet.codeParameters(code), ...lie() });
      refused(answer);
      assert.ok(!/one-1|elsewhere/.test(answer.text), name);
    }
    assert.equal((await wallet.token(wallet.codeParameters(code, proves('one')))).status, 200);
  });

  it('accepts what may be: eight seconds ahead, no kid, no typ, the newer typ, no client_id parameter', async () => {
    const seconds = Math.floor(now / 1000);
    const fine: Lie[] = [
      { payload: { nbf: seconds + 8, iat: seconds + 8 } },
      { payload: { iat: undefined } },
      { header: { kid: undefined } },
      { header: { typ: undefined } },
      { header: { typ: 'client-authentication+jwt' } },
      { payload: { unknown: {} } },
    ];
    for (const lie of fine) {
      const { wallet, offer } = await begin(server, {}, asOne);
      const { client_id: _, ...parameters } = wallet.authorizationParameters(offer);
      const answer = await wallet.par({ ...parameters, ...proves('one', lie) });
      assert.equal(answer.status, 201, `${JSON.stringify(lie)} ${answer.text}`);
    }
  });

  it('lets one of twenty parallel copies of an assertion pass, at one endpoint or at several', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const copy = proves('one');
    const parameters = { ...wallet.authorizationParameters(offer), ...copy };
    const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.par(parameters)));
    assert.equal(count(answers, 201), 1);
    for (const answer of answers.filter(({ status }) => status !== 201)) refused(answer);
    const code = await wallet.code(offer, proves('one'));
    assertRefused(await wallet.token(wallet.codeParameters(code, copy)), [400, 401], 'invalid_client');
    // A jti belongs to its client: no client uses up another's.
    const jti = randomUUID();
    const shared = { payload: { jti } };
    const other = await begin(server, {}, { ...asOne, clientId: 'two' });
    const pushed = await other.wallet.par({
      ...other.wallet.authorizationParameters(other.offer),
      ...proves('two', shared),
    });
    assert.equal(pushed.status, 201, pushed.text);
    assert.equal((await wallet.token(wallet.codeParameters(code, proves('one', shared)))).status, 200);
  });

  it('binds request_uri and code to the client', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const pushed = await wallet.par({ ...wallet.authorizationParameters(offer), ...proves('one') });
    const stolen = await wallet.authorize(pushed.json.request_uri, 'two');
    assert.deepEqual([stolen.status, stolen.headers.get('location')], [400, null]);
    const location = (await wallet.authorize(pushed.json.request_uri)).headers.get('location') ?? '';
    const good = wallet.codeParameters(new URL(location).searchParams.get('code') ?? '');
    const cases: [Record<string, string>, string][] = [
      [{ client_id: 'two', ...proves('two') }, 'invalid_grant'],
      [{ client_id: 'two', ...proves('one') }, 'invalid_client'],
      [{ client_id: 'two' }, 'invalid_client'],
      [{ client_id: 'public-wallet' }, 'invalid_grant'],
    ];
    for (const [parameters, code] of cases) assertRefused(await wallet.token({ ...good, ...parameters }), 400, code);
    assert.equal((await wallet.token({ ...good, ...proves('one') })).status, 200);
  });

  it('takes redirect URIs exactly as registered, query included', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const push = (redirect_uri: string): Promise<Answer> =>
      wallet.par({ ...wallet.authorizationParameters(offer), redirect_uri, ...proves('one') });
    const wrong = [
      `${CALLBACK}/`,
      `${CALLBACK}?`,
      `${CALLBACK}?dummy1=lorem`,
      `${CALLBACK}?dummy2=ipsum&dummy1=lorem`,
      `${WITH_QUERY}&more=1`,
      CALLBACK.toUpperCase(),
      CALLBACK.replace('https://', 'https://one.example@evil.example/'),
      'https://one.example:443/callback',
      'https://evil.example/callback',
      '',
    ];
    for (const uri of wrong) assertRefused(await push(uri), 400, 'invalid_request');
    for (const uri of [CALLBACK, WITH_QUERY]) {
      const answer = await wallet.authorize((await push(uri)).json.request_uri);
      const location = answer.headers.get('location') ?? '';
      assert.ok(location.startsWith(`${uri}${uri.includes('?') ? '&' : '?'}code=`), location);
    }
  });

  it('with public clients off: only clients that prove a registered client take part', async () => {
    const before = await begin(server, {}, { clock });
    const code = await before.wallet.code(before.offer);
    server.writeConfig('wallets.json', { public_clients: false, clients: CLIENTS });
    const { json } = await metadata();
    assert.deepEqual(json.token_endpoint_auth_methods_supported, ['private_key_jwt']);
    assert.equal(json['pre-authorized_grant_anonymous_access_supported'], false);
    const { wallet, offer } = await begin(server, {}, { clock });
    assertRefused(await wallet.par(wallet.authorizationParameters(offer)), [400, 401], 'invalid_client');
    assertRefused(await before.wallet.token(before.wallet.codeParameters(code)), [400, 401], 'invalid_client');
    const anonymous = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    const parameters = anonymous.wallet.preAuthorizedParameters(anonymous.offer);
    assertRefused(await anonymous.wallet.token(parameters), [400, 401], 'invalid_client');
    assertRefused(await anonymous.wallet.token({ ...parameters, client_id: 'x' }), [400, 401], 'invalid_client');
    assert.equal((await anonymous.wallet.token({ ...parameters, ...proves('one') })).status, 200);
  });

  it('a client that was taken out of the file is out at once', async () => {
    const { wallet, offer } = await begin(server, {}, asOne);
    const code = await wallet.code(offer, proves('one'));
    server.writeConfig('wallets.json', { clients: [registered('two', two)] });
    refused(await wallet.token(wallet.codeParameters(code, proves('one'))));
  });

  it('a broken file serves no wallet and says nothing of itself, until it is mended', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, asOne);
    const parameters = (): Record<string, string> => ({ ...wallet.preAuthorizedParameters(offer), ...proves('one') });
    const broken = ['{', '[]', { clients: {} }, { public_clients: 'yes' }, { clients: [...CLIENTS, CLIENTS[0]] }];
    for (const content of broken) {
      server.writeConfig('wallets.json', content);
      const answer = await wallet.token(parameters());
      assertRefused(answer, 500, 'server_error');
      assert.ok(!/wallets\.json|JSON|public_clients/.test(answer.text), answer.text);
      assert.equal((await server.request('/.well-known/openid-credential-issuer')).status, 200);
    }
    assert.ok(server.lines.some((line) => line.includes('wallets.json')));
    server.writeConfig('wallets.json', { clients: CLIENTS });
    assert.equal((await wallet.token(parameters())).status, 200);
  });

  it('a key that is none of ours makes its client useless and no more', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const odd = { client_id: 'odd', jwks: { keys: [publicKey.export({ format: 'jwk' }), { kty: 'EC' }, {}] } };
    server.writeConfig('wallets.json', { clients: [...CLIENTS, odd] });
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, asOne);
    const parameters = wallet.preAuthorizedParameters(offer);
    refused(await wallet.token({ ...parameters, ...proves('odd', { header: { kid: undefined } }) }));
    assert.equal((await wallet.token({ ...parameters, ...proves('one') })).status, 200);
  });

  it('the file of a tenant replaces the one of the root', async () => {
    const file = 'tenants/root/wallets.json';
    const made = await makeTenantOffer(server, PRE_AUTHORIZED_FLOW);
    const issuer = `${server.url}/root`;
    const wallet = new Wallet({ issuer, ...asOne });
    const offer = await wallet.offer(made.uri);
    const parameters = wallet.preAuthorizedParameters(offer);
    server.writeConfig(file, { public_clients: false, clients: [registered('two', two)] });
    assert.deepEqual((await metadata('/root')).json.token_endpoint_auth_methods_supported, ['private_key_jwt']);
    assert.deepEqual((await metadata()).json.token_endpoint_auth_methods_supported, ['none', 'private_key_jwt']);
    refused(await wallet.token({ ...parameters, ...proves('one', { issuer }) }));
    rmSync(join(server.configFolder, file));
    assert.equal((await wallet.token({ ...parameters, ...proves('one', { issuer }) })).status, 200);
  });
});
