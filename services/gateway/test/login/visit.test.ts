/** How a request is recognised as that of the browser that began a login, and how the library learns the end of one. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { loginId } from '../../src/login/account.ts';
import type { BrowserSession, Interaction } from '../../src/login/library.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import type { Person } from '../../src/login/person.ts';
import type { OpenProvider } from '../../src/login/providers.ts';
import { endInteraction, leadBack, openLogin, visitOf } from '../../src/login/visit.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const ISSUER = 'https://id.example/login';
const asked = {
  id: 'r',
  tenant: 'default',
  method: 'POST',
  url: '',
  params: { session: 'uid' },
  query: {},
  headers: {},
  encoding: 'none',
} as unknown as OperationRequest;
const person: Person = { sub: 's', authTime: 7, amr: ['pop'], acr: 'high', userinfo: {}, idToken: {}, claims: {} };

class SessionNotFound extends Error {}

async function opened(t: TestContext, found: Partial<Interaction> | Error = {}) {
  const world = await loginWorld(t);
  const parts = {
    ...world,
    clients: { get: async (_: string, id: string) => (id === 'shop' ? clientOf() : undefined) },
  } as unknown as LoginParts;
  const done: string[] = [];
  const results: unknown[] = [];
  const ended = new Map<string, JsonObject>();
  const session: BrowserSession = {
    accountId: 'before',
    persist: async () => {
      done.push('replaced');
      return 'browser';
    },
  };
  const open = {
    library: { errors: { SessionNotFound } },
    issuer: ISSUER,
    ended,
    answer: async () => {
      done.push('answered');
      results.push(ended.get('uid'));
    },
    provider: {
      Session: { findByUid: async () => session },
      interactionDetails: async (): Promise<Interaction> => {
        if (found instanceof Error) throw found;
        return {
          uid: 'uid',
          params: { client_id: 'shop' },
          session: { uid: 'browser', accountId: 'before' },
          ...found,
        };
      },
      interactionResult: async (_request: unknown, _response: unknown, result: unknown): Promise<string> => {
        done.push('ended');
        results.push(result);
        return `${ISSUER}/auth/uid`;
      },
    },
  } as unknown as OpenProvider;
  const providerOf = async (): Promise<OpenProvider> => open;
  const visit = () => visitOf(parts, providerOf, asked);
  return { ...world, parts, providerOf, visit, open, done, results, ended };
}

test('a visit belongs to the login that the cookie names, at a client that is still there', async (t) => {
  const { visit } = await opened(t);
  assert.equal((await visit())?.page, `${ISSUER}/interaction/uid`);
  for (const other of [{ uid: 'other' }, { params: { client_id: 'gone' } }, { params: {} }, new SessionNotFound()]) {
    const { visit: none } = await opened(t, other);
    assert.equal(await none(), undefined, JSON.stringify(other));
  }
  const { visit: broken } = await opened(t, new Error('the store is away'));
  await assert.rejects(broken(), /the store is away/);
});

test('without the cookie a login is forbidden, and before its page there is none', async (t) => {
  const stranger = await opened(t, new SessionNotFound());
  await assert.rejects(openLogin(stranger.parts, stranger.providerOf, asked), { code: 'forbidden' });
  const { parts, providerOf, store } = await opened(t);
  await assert.rejects(openLogin(parts, providerOf, asked), { code: 'gone' });
  const id = loginId('default', 'uid');
  const begun = { id, tenant: 'default', kind: 'login', client: 'shop', session: 's', endsAt: 1 } as const;
  await store.insert(logins, begun);
  assert.equal((await openLogin(parts, providerOf, asked)).login.session, 's');
});

test('the library learns the person while it answers, and nobody after it', async (t) => {
  const { visit, results, ended, done } = await opened(t);
  const here = (await visit()) ?? assert.fail();
  await leadBack(here, { kind: 'person', person });
  const login = { accountId: 'uid', ts: 7, amr: ['pop'], acr: 'high', remember: false };
  assert.deepEqual(results, [{ login, consent: {}, select_account: {} }]);
  assert.deepEqual([ended.size, done], [0, ['replaced', 'answered']]);
});

test('an error replaces no kept login, and a library that fails forgets it too', async (t) => {
  const { visit, results, ended, done } = await opened(t);
  const here = (await visit()) ?? assert.fail();
  const refusal = { kind: 'error', error: 'access_denied', description: 'the user declined' } as const;
  await leadBack(here, refusal);
  assert.deepEqual(results, [{ error: 'access_denied', error_description: 'the user declined' }]);
  assert.deepEqual(done, ['answered']);
  const failing = { ...here, answer: () => Promise.reject(new Error('failed')) };
  await assert.rejects(leadBack(failing, refusal), /failed/);
  assert.equal(ended.size, 0);
});

test('a page that continues itself is told where, and the kept login is replaced only then', async (t) => {
  const { visit, done } = await opened(t);
  const here = (await visit()) ?? assert.fail();
  const { location } = await endInteraction(here, { kind: 'person', person });
  assert.equal(location, `${ISSUER}/auth/uid`);
  assert.deepEqual(done, ['ended', 'replaced']);
});
