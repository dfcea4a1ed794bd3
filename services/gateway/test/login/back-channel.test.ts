import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { LoginsDocument, LogoutNotice } from '@countersign/shared/model/login/logins';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { logoutSender, repeatLogout } from '../../src/login/back-channel.ts';
import type { Provider } from '../../src/login/library.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import { loginWorld } from './world.ts';

const tokenOf = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const token = tokenOf({ aud: 'shop', sid: 's', events: {} });

/** @param statuses the application's responses; `undefined`: it does not respond; 0: no dispatcher */
async function opened(t: TestContext, statuses: readonly (number | undefined)[]) {
  const world = await loginWorld(t);
  const sent: unknown[] = [];
  const call: LoginParts['call'] = async (operation, { body }) => {
    assert.equal(operation, 'dispatcher.logout');
    const status = statuses[sent.push(body) - 1];
    if (status === 0) throw new ProtocolError('temporarily_unavailable', 'away', { reason: 'tenant_suspended' });
    return { body: status === undefined ? { error: 'timeout' } : { status } };
  };
  const parts = { ...world, call, random: systemRandom } as unknown as LoginParts;
  const sender = logoutSender(parts, 'default');
  const send = () =>
    sender('https://rp.example/out', { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
  const kept = async (): Promise<readonly LoginsDocument[]> =>
    (await world.store.find<LoginsDocument>(logins, { index: 'end', limit: 9 })).documents;
  return { ...world, parts, sent, send, kept };
}

test('an application that confirms is told once, and nothing is kept', async (t) => {
  for (const status of [200, 204]) {
    const { send, sent, kept } = await opened(t, [status]);
    assert.equal((await send()).status, 204);
    assert.deepEqual(sent, [{ url: 'https://rp.example/out', token }]);
    assert.deepEqual(await kept(), []);
  }
});

test('one that does not is told again later each time, and no more after the fifth', async (t) => {
  const { send, kept, clock } = await opened(t, [400, 0, 302, undefined, 503]);
  for (const [attempts, pause] of [10_000, 60_000, 300_000, 1_800_000].entries()) {
    await send();
    const [notice] = (await kept()) as readonly LogoutNotice[];
    assert.equal(notice?.attempts, attempts + 1);
    assert.equal(notice?.endsAt, clock() + pause);
    assert.equal(notice?.sid, 's');
  }
  await send();
  assert.deepEqual(await kept(), []);
});

test('is repeated by the sid only, and not for a client that is gone', async (t) => {
  const { send, kept, parts } = await opened(t, [500]);
  await send();
  const [notice] = (await kept()) as readonly LogoutNotice[];
  assert.ok(notice !== undefined);
  const told: unknown[] = [];
  const known = {
    Client: {
      find: async () => ({
        backchannelLogoutUri: 'https://rp.example/out',
        backchannelLogout: async (...of: unknown[]) => void told.push(of),
      }),
    },
  };
  await repeatLogout(parts, known as unknown as Provider, notice);
  assert.deepEqual(told, [[undefined, 's']]);
  await repeatLogout(parts, { Client: { find: async () => undefined } } as unknown as Provider, notice);
  assert.deepEqual(await kept(), []);
});

test('a token that names no client or session is none of ours', async (t) => {
  const { parts } = await opened(t, []);
  const body = new URLSearchParams({ logout_token: tokenOf({ aud: 'shop' }) });
  await assert.rejects(logoutSender(parts, 'default')('https://rp.example/out', { method: 'POST', body }));
});
