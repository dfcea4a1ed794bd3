import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGrant, replaceKept } from '../../src/login/kept-session.ts';
import type { BrowserSession, Interaction, Provider } from '../../src/login/library.ts';

interface Granted {
  readonly of: object;
  readonly scopes: string[];
  readonly claims: string[];
}

/** The library's records, in memory: the parts of a grant, and a browser's session. */
function providerWith(session?: BrowserSession): { readonly provider: Provider; readonly granted: Granted[] } {
  const granted: Granted[] = [];
  class Grant {
    readonly own: Granted;
    constructor(of: object) {
      this.own = { of, scopes: [], claims: [] };
      granted.push(this.own);
    }
    addOIDCScope(scope: string): void {
      this.own.scopes.push(scope);
    }
    addOIDCClaims(names: readonly string[]): void {
      this.own.claims.push(...names);
    }
  }
  const Session = { findByUid: async (uid: string) => (uid === 'browser' ? session : undefined) };
  return { provider: { Grant, Session } as unknown as Provider, granted };
}

test('a grant has the scope and the claims of the request', () => {
  const { provider, granted } = providerWith();
  const claims = JSON.stringify({ userinfo: { given_name: null }, id_token: { birthdate: { essential: true } } });
  const of = { jti: 'g', clientId: 'shop', accountId: 'a' };
  newGrant(provider, { ...of, params: { scope: 'openid profile', claims } });
  newGrant(provider, { ...of, params: {} });
  assert.deepEqual(granted, [
    { of, scopes: ['openid profile'], claims: ['given_name', 'birthdate'] },
    { of, scopes: ['openid'], claims: [] },
  ]);
});

test('a new login takes the place of the kept one, and of this client only', async () => {
  let persisted = 0;
  const session: BrowserSession = {
    accountId: 'before',
    loginTs: 1,
    acr: 'high',
    amr: ['pop'],
    authorizations: { shop: {}, bank: {} },
    persist: async () => {
      persisted += 1;
      return 'browser';
    },
  };
  const { provider } = providerWith(session);
  const interaction: Interaction = {
    uid: 'u',
    params: { client_id: 'shop' },
    session: { uid: 'browser', accountId: 'before' },
  };
  await replaceKept(provider, interaction);
  const { persist: _, ...left } = session;
  const none = { accountId: undefined, loginTs: undefined, acr: undefined, amr: undefined };
  assert.deepEqual([left, persisted], [{ ...none, authorizations: { bank: {} } }, 1]);
});

test('a browser that kept no login keeps its session as it is', async () => {
  const session: BrowserSession = { persist: () => assert.fail('nothing is to be written') };
  const { provider } = providerWith(session);
  for (const kept of [undefined, { uid: 'browser' }, { uid: 'gone', accountId: 'a' }]) {
    await replaceKept(provider, { uid: 'u', params: {}, ...(kept && { session: kept }) });
  }
});
