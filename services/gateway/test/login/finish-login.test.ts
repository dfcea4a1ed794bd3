/** What completes a login: a wallet's response, in the browser that started it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { LoginDocument } from '@countersign/shared/model/login/logins';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { logins, sessions } from '@countersign/shared/test/model/every-tenant';
import { findLogin, loginContext, loginId } from '../../src/login/account.ts';
import { type Finished, finishLogin } from '../../src/login/finish-login.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const CODE = 'the code of the wallet';
const ACR = 'http://eidas.europa.eu/LoA/high';
const cause = {
  id: 'r',
  tenant: 'default',
  method: 'GET',
  url: '',
  params: {},
  query: {},
  headers: {},
  encoding: 'none',
} as unknown as OperationRequest;
const erika = { given_name: 'Erika', birthdate: '1964-08-12', vct: 'pid' };

async function opened(t: TestContext, values: object = erika, way: object = {}) {
  const world = await loginWorld(t);
  const vault = await world.vaults.of('default');
  const credentials = [{ id: 'pid', values, signer: { issuer: 'CA', subject: 'S', fingerprint: 'F' } }];
  const sealedCredentials = vault.seal(JSON.stringify(credentials), 'session/s/credentials');
  const progress = { state: 'verified', verifiedAt: world.clock(), sealedCredentials, answerHash: 'a', ...way };
  const session = {
    id: 's',
    tenant: 'default',
    kind: 'presentation',
    createdAt: 1,
    expiresAt: world.clock() + 1000,
    presentation: { progress },
  };
  await world.store.insert(sessions, session as unknown as Omit<SessionDocument, 'rev'>);
  const id = loginId('default', 'uid');
  const sealedLink = vault.seal(JSON.stringify({ link: 'l', purpose: [], types: {} }), loginContext({ id }));
  const kept = {
    id,
    tenant: 'default',
    kind: 'login',
    client: 'shop',
    session: 's',
    endsAt: world.clock() + 9000,
  } as const;
  const document = { ...kept, sealedLink };
  await world.store.insert(logins, document);
  const call: LoginParts['call'] = async (_, { query }) => {
    if (query.response_code === CODE) return { body: {} };
    throw new ProtocolError('conflict', 'wrong', { reason: 'response_code' });
  };
  const parts = { ...world, call, random: (bytes: number) => Buffer.alloc(bytes, 1) } as unknown as LoginParts;
  const find = async (): Promise<LoginDocument> =>
    (await findLogin(world, 'default', 'uid')) ?? assert.fail('no login');
  const finish = async (
    {
      crossDevice = false,
      code,
      onPage,
      params = {},
    }: { crossDevice?: boolean; code?: string; onPage?: true; params?: Record<string, string> },
    login?: LoginDocument,
  ): Promise<Finished> =>
    finishLogin(parts, {
      cause,
      client: clientOf({ crossDevice, acr: ACR }),
      interaction: { uid: 'uid', params: { scope: 'openid profile', ...params } },
      login: login ?? (await find()),
      ...(code === undefined ? {} : { responseCode: code }),
      ...(onPage === undefined ? {} : { onPage }),
    });
  return { ...world, find, finish };
}

test('an answer to the page itself needs no code', async (t) => {
  const { finish } = await opened(t);
  assert.equal((await finish({})).kind, 'open');
  assert.equal((await finish({ onPage: true })).kind, 'person');
});

test('on the same device the code of the wallet completes it, and nothing less does', async (t) => {
  const { finish } = await opened(t);
  assert.equal((await finish({})).kind, 'open');
  await assert.rejects(finish({ code: 'guessed' }), { code: 'conflict' });
  const finished = await finish({ code: CODE });
  assert.equal(finished.kind, 'person');
  assert.ok(finished.kind === 'person' && finished.person.userinfo.given_name === 'Erika');
});

test('where the client allows another device, an answer that leads back to a browser still needs its code', async (t) => {
  const responseCode = { hash: 'h', sealed: 's', redeemed: false };
  const { finish } = await opened(t, erika, { responseCode });
  assert.equal((await finish({ crossDevice: true })).kind, 'open');
  assert.equal((await finish({ crossDevice: true, code: CODE })).kind, 'person');
});

test('on another device the cookie of the browser is enough, if the client allows it', async (t) => {
  const { finish } = await opened(t);
  assert.equal((await finish({ crossDevice: true })).kind, 'person');
});

test('of several requests of one browser one completes it', async (t) => {
  const { finish, find } = await opened(t);
  const login = await find();
  const all = await Promise.all(Array.from({ length: 5 }, () => finish({ crossDevice: true }, login)));
  assert.equal(all.filter(({ kind }) => kind === 'person').length, 1);
  await assert.rejects(finish({ crossDevice: true }), { code: 'gone' });
});

test('what the store keeps of the person is sealed, and ends after code and token', async (t) => {
  const { finish, find, clock } = await opened(t, { ...erika, given_name: 'CANARY' });
  await finish({ crossDevice: true });
  const login = await find();
  assert.doesNotMatch(JSON.stringify(login), /CANARY/);
  assert.equal(login.endsAt, clock() + 660_000);
  assert.equal(login.sealedLink, undefined);
});

test('a person without a claim that tells people apart is refused', async (t) => {
  const { finish } = await opened(t, { given_name: 'Erika' });
  const finished = await finish({ crossDevice: true });
  assert.ok(finished.kind === 'error' && finished.error === 'access_denied');
});

test('another person than the application insists on gets no code', async (t) => {
  const { finish } = await opened(t);
  const claims = JSON.stringify({ id_token: { sub: { value: 'somebody else' } } });
  const finished = await finish({ crossDevice: true, params: { claims } });
  assert.ok(finished.kind === 'error' && finished.error === 'login_required');
});

test('a login from another device has a lower acr, and completes nothing that insists on the higher one', async (t) => {
  const acrOf = (finished: Finished): string | undefined =>
    finished.kind === 'person' ? finished.person.acr : finished.kind;
  const here = await opened(t);
  assert.equal(acrOf(await here.finish({ crossDevice: true, code: CODE })), ACR);
  const onPage = await opened(t);
  assert.equal(acrOf(await onPage.finish({ crossDevice: true, onPage: true })), ACR);
  const across = await opened(t);
  assert.equal(acrOf(await across.finish({ crossDevice: true, params: { acr_values: ACR } })), 'open');
  assert.equal(acrOf(await across.finish({ crossDevice: true })), 'http://eidas.europa.eu/LoA/substantial');
});
