/** A login's page forwards requests to its browser's wallets, and their responses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { LoginDocument } from '@countersign/shared/model/login/logins';
import { loginContext, loginId } from '../../src/login/account.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import { answerOfBrowser, requestForBrowser } from '../../src/login/wallet-of-browser.ts';
import { loginWorld } from './world.ts';

const answer = { protocol: 'openid4vp-v1-signed', data: { response: 'a.b.c.d.e' } };
const cause = { id: 'r', tenant: 'default', params: { session: 'uid' }, body: answer } as unknown as OperationRequest;

test('the reference stays on the server, and the origin is the one that the edge has checked', async (t) => {
  const world = await loginWorld(t);
  const id = loginId('default', 'uid');
  const asked: (readonly [string, Partial<OperationRequest>])[] = [];
  const call: LoginParts['call'] = async (operation, { params, query, headers, body }) => {
    asked.push([operation, { params, query, headers, body }]);
    return { body: { requests: [{ protocol: 'p', data: {} }], link: 'openid4vp://?secret' } };
  };
  const settings = { PUBLIC_URL: 'https://id.example/city' };
  const parts = { ...world, call, settings } as unknown as LoginParts;
  const vault = await world.vaults.of('default');
  const loginWith = (sent: object): LoginDocument => {
    const sealedLink = vault.seal(JSON.stringify({ link: 'l', purpose: [], types: {}, ...sent }), loginContext({ id }));
    return {
      id,
      tenant: 'default',
      kind: 'login',
      client: 'shop',
      session: 's',
      endsAt: 1,
      sealedLink,
      rev: 1,
    } as LoginDocument;
  };
  const login = loginWith({ page: 'ref' });
  assert.deepEqual((await requestForBrowser(parts, { cause, login })).body, {
    requests: [{ protocol: 'p', data: {} }],
  });
  await answerOfBrowser(parts, { cause, login });
  const none = { query: {}, headers: {}, body: undefined };
  assert.deepEqual(asked, [
    ['verifier.button.request', { ...none, params: { reference: 'ref' }, query: { digital: 'true' } }],
    [
      'verifier.button.answer',
      { ...none, params: { reference: 'ref' }, headers: { origin: 'https://id.example' }, body: answer },
    ],
  ]);
  await assert.rejects(requestForBrowser(parts, { cause, login: loginWith({}) }), { code: 'gone' });
});
