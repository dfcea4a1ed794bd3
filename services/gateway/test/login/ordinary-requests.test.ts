/** Compared with the library: valid requests get its response, and all others go to it. */
import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { loginContext, loginId } from '../../src/login/account.ts';
import { type Library, loadLibrary } from '../../src/login/library.ts';
import { ordinaryToken, ordinaryUserinfo } from '../../src/login/ordinary-requests.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import type { Person } from '../../src/login/person.ts';
import { providerMessage, providerReply } from '../../src/login/provider-message.ts';
import { createProviders } from '../../src/login/providers.ts';
import { createSigningKeys } from '../../src/login/signing-keys.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const SECRET = 'a secret of thirty-two characters';
const VERIFIER = 'v'.repeat(43);
const CALLBACK = 'https://rp.example/callback';
const named = (id: string, more: Parameters<typeof clientOf>[0] = {}) => ({ ...clientOf(more), id });
const clients = [
  named('shop'),
  named('posting', { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256' }),
  named('open', { token_endpoint_auth_method: 'none' }),
  named('keyed', { token_endpoint_auth_method: 'client_secret_jwt' }),
  named('signing', { userinfo_signed_response_alg: 'ES256' }),
];
const person: Person = {
  sub: 'subject',
  authTime: 1_893_456_000,
  amr: ['pop'],
  userinfo: { given_name: 'Erika', birthdate: '1964-08-12' },
  idToken: { member: 7 },
  claims: {},
};
const basic = (id = 'shop', secret = SECRET): string =>
  `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** An RSA key takes long to make. */
let keys: readonly JsonObject[] | undefined;

async function opened(t: TestContext, library: Library) {
  const world = await loginWorld(t);
  const random = systemRandom;
  keys ??= await createSigningKeys(world).of('default');
  const list = clients.map((configuration) => ({ id: configuration.id, configuration, written: {} }));
  const parts = {
    ...world,
    random,
    settings: { PUBLIC_URL: 'https://id.example' },
    clients: { list: async () => list, get: async (_: string, id: string) => clients.find((one) => one.id === id) },
    keys: { of: async () => keys },
    failed: (_: string, error: unknown) => assert.fail(String(error)),
  } as unknown as LoginParts;
  const open = await createProviders(parts, async () => library)('default');

  // The library has its own clock.
  world.advance(Date.now() - world.clock());
  const Code = open.provider.AuthorizationCode as unknown as new (of: object) => { save(): Promise<string> };
  /** A code of a login that has just ended, as the library makes it. */
  const issue = async (client = 'shop', more: JsonObject = {}) => {
    const uid = random(8).toString('hex');
    const id = loginId('default', uid);
    const sealedPerson = (await world.vaults.of('default')).seal(JSON.stringify(person), loginContext({ id }));
    const login = {
      id,
      tenant: 'default',
      kind: 'login',
      client,
      session: 's',
      endsAt: world.clock() + 660_000,
    } as const;
    const document = { ...login, sealedPerson };
    await world.store.insert(logins, document);
    const of = { client: await open.provider.Client.find(client), grantId: open.references.grant(), accountId: uid };
    const asked = { scope: 'openid profile', nonce: 'n', authTime: person.authTime, amr: ['pop'], acr: 'high' };
    const proof = { codeChallenge: hashOf(VERIFIER), codeChallengeMethod: 'S256', redirectUri: CALLBACK };
    return new Code({ ...of, ...asked, ...proof, sessionUid: 'b', ...more }).save();
  };
  const byLibrary = async (asked: OperationRequest, path: string): Promise<OperationReply> => {
    const message = providerMessage(asked, open.issuer, path);
    await open.answer(message.request, message.response);
    return providerReply(message);
  };
  const isUsed = async (code: string) => (await open.records('AuthorizationCode').find(code))?.consumed !== undefined;
  return { ...world, parts, open, issue, byLibrary, isUsed };
}

const asking = (more: object): OperationRequest =>
  ({ tenant: 'default', method: 'POST', query: {}, params: {}, headers: {}, ...more }) as OperationRequest;
const form = (code: string, more: JsonObject = {}): JsonObject => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
  ...more,
});

/** Without whatever differs between two responses. */
function comparable({ raw, ...reply }: OperationReply) {
  const { id_token, access_token, ...rest } = JSON.parse(String(raw)) as Record<string, Json>;
  if (typeof id_token !== 'string') return { ...reply, body: rest };
  const { iat = 0, exp = 0, ...claims } = decodeJwt(id_token);
  const token = { header: decodeProtectedHeader(id_token), claims, lifetime: exp - iat };
  return { ...reply, body: { ...rest, token, access: String(access_token).length } };
}

describe('an ordinary request of an application', () => {
  let library: Library;
  before(async () => {
    library = await loadLibrary();
  });

  const claims = { id_token: { birthdate: null, member: null }, userinfo: { member: null } };
  for (const [name, client, authorization, fields, code] of [
    ['by basic', 'shop', basic(), {}, {}],
    ['by post', 'posting', undefined, { client_id: 'posting', client_secret: SECRET }, {}],
    ['by PKCE only', 'open', undefined, { client_id: 'open' }, {}],
    ['with claims', 'shop', basic(), {}, { claims }],
    ['with sid, without nonce and acr', 'shop', basic(), {}, { sid: 's', nonce: undefined, acr: undefined }],
    [
      'without PKCE',
      'shop',
      basic(),
      { code_verifier: undefined },
      { codeChallenge: undefined, codeChallengeMethod: undefined },
    ],
  ] as const) {
    it(`gets the library's response: ${name}`, async (t) => {
      const { parts, open, issue, byLibrary } = await opened(t, library);
      const headers = authorization === undefined ? {} : { authorization };
      const texts = (code: string) => JSON.parse(JSON.stringify(form(code, fields as unknown as JsonObject)));
      const asked = async () => asking({ headers, body: texts(await issue(client, code as unknown as JsonObject)) });
      const [mine, theirs] = [
        await ordinaryToken(parts, open, await asked()),
        await byLibrary(await asked(), '/token'),
      ];
      assert.ok(mine !== undefined);
      assert.equal(theirs.status, 200, String(theirs.raw));
      assert.deepEqual(comparable(mine), comparable(theirs));
      const { access_token: token } = JSON.parse(String(mine.raw));
      const person = asking({ method: 'GET', headers: { authorization: `Bearer ${token}` } });
      const [ours, other] = [await ordinaryUserinfo(parts, open, person), await byLibrary(person, '/me')];
      assert.ok(ours !== undefined);
      assert.equal(other.status, 200);
      assert.deepEqual(comparable(ours), comparable(other));
    });
  }

  for (const [name, more, headers = { authorization: basic() }, code = {}] of [
    ['another grant type', { grant_type: 'refresh_token' }],
    ['an assertion in addition to the secret', { client_assertion: 'a' }],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/` }],
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['a short verifier', { code_verifier: 'v' }],
    ['a verifier without a challenge', {}, undefined, { codeChallenge: undefined }],
    ['a wrong secret', {}, { authorization: basic('shop', 'wrong') }],
    ['another client', {}, { authorization: basic('signing') }],
    ['a client that signs assertions', { client_id: 'keyed', client_secret: SECRET }, {}],
    ['no authentication', { client_id: 'shop' }, {}],
    ['a code bound to a key', {}, undefined, { dpopJkt: 'k' }],
    ['an account that has ended', {}, undefined, { accountId: 'nobody' }],
    ['an expired code', {}, undefined, { exp: 1 }],
  ] as readonly (readonly [string, JsonObject, object?, JsonObject?])[]) {
    it(`goes to the library, which refuses it: ${name}`, async (t) => {
      const { parts, open, issue, byLibrary, isUsed } = await opened(t, library);
      const issued = await issue('shop', code);
      const asked = asking({ headers, body: form(issued, more) });
      assert.equal(await ordinaryToken(parts, open, asked), undefined);
      assert.equal(await isUsed(issued), false);
      assert.ok(((await byLibrary(asked, '/token')).status ?? 200) >= 400);
    });
  }

  it('redeems a code once, of several at the same time, and the library ends its token for the second', async (t) => {
    const { parts, open, issue, byLibrary } = await opened(t, library);
    const code = await issue();
    const asked = asking({ headers: { authorization: basic() }, body: form(code) });
    const answers = await Promise.all([0, 1, 2, 3].map(() => ordinaryToken(parts, open, asked)));
    const [answer, ...others] = answers.filter((one) => one !== undefined);
    assert.deepEqual([answer?.status, others.length], [200, 0]);
    const { access_token: token } = JSON.parse(String(answer?.raw));
    const person = asking({ method: 'GET', headers: { authorization: `Bearer ${token}` } });
    assert.equal((await ordinaryUserinfo(parts, open, person))?.status, 200);
    assert.equal((await byLibrary(asked, '/token')).status, 400);
    assert.equal(await ordinaryUserinfo(parts, open, person), undefined);
    assert.equal((await byLibrary(person, '/me')).status, 401);
  });

  it('has no claims by another token, in another way, as a JWT, or after the end', async (t) => {
    const { parts, open, issue, byLibrary, advance } = await opened(t, library);
    const redeemed = async (client: string) => {
      const code = await issue(client);
      const reply = await byLibrary(asking({ headers: { authorization: basic(client) }, body: form(code) }), '/token');
      return JSON.parse(String(reply.raw)).access_token as string;
    };
    const token = await redeemed('shop');
    const authorization = `Bearer ${token}`;
    const get = { method: 'GET', headers: { authorization } };
    for (const more of [
      { ...get, headers: {} },
      { ...get, headers: { authorization: `Bearer ${token.slice(0, -2)}AA` } },
      { ...get, headers: { authorization: `DPoP ${token}` } },
      { ...get, query: { scope: 'openid email' } },
      { ...get, method: 'POST', body: { scope: 'email' } },
      { ...get, headers: { authorization: `Bearer ${await redeemed('signing')}` } },
    ]) {
      assert.equal(await ordinaryUserinfo(parts, open, asking(more)), undefined, JSON.stringify(more));
    }
    assert.equal((await ordinaryUserinfo(parts, open, asking(get)))?.status, 200);
    advance(600_000);
    assert.equal(await ordinaryUserinfo(parts, open, asking(get)), undefined);
  });
});
