import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptLogin, LoginsDocument } from '@countersign/shared/model/login/logins';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { logins, sessions } from '@countersign/shared/test/model/every-tenant';
import { heldAbout } from '../../src/rights/held.ts';
import { loginWorld } from '../login/world.ts';

const session = (id: string, more: Partial<SessionDocument> = {}) => ({
  id,
  handle: id,
  tenant: 'acme',
  kind: 'presentation' as const,
  configurations: ['order'],
  createdAt: 1,
  updatedAt: 1,
  expiresAt: 2,
  status: 'verified' as const,
  people: ['erika'],
  pendingDeliveries: [],
  outbox: [],
  ...more,
});

test("only the person's, only this tenant's, newest first, each once", async (t) => {
  const { store, clock } = await loginWorld(t);
  for (const one of [
    session('a'),
    session('b', { createdAt: 5, people: ['erika', 'max'] }),
    session('c', { people: ['max'] }),
    session('d', { tenant: 'other' }),
    session('e', { people: [] }),
  ]) {
    await store.insert(sessions, one);
  }
  const kept: Omit<KeptLogin, 'rev'> = {
    id: 'k',
    tenant: 'acme',
    kind: 'kept',
    client: 'shop',
    endsAt: 9,
    sealedPerson: '',
  };
  const known: Omit<KeptLogin, 'rev'> = { ...kept, people: ['erika'] };
  await store.insert<LoginsDocument>(logins, known);
  await store.insert<LoginsDocument>(logins, { ...kept, id: 'l' });
  const held = await heldAbout({ store, clock }, 'acme', ['erika', 'max']);
  assert.deepEqual(
    held.sessions.map(({ id }) => id),
    ['b', 'a', 'c'],
  );
  assert.deepEqual(held.logins, [{ application: 'shop', until: 9 }]);
  assert.equal(held.more, false);
  const nobody = await heldAbout({ store, clock }, 'acme', ['nobody']);
  assert.deepEqual(nobody, { sessions: [], renewals: [], logins: [], more: false });
});

test('a long list says that there is more', async (t) => {
  const { store, clock } = await loginWorld(t);
  for (let n = 0; n <= 100; n += 1) await store.insert(sessions, session(`s${n}`, { createdAt: n }));
  const held = await heldAbout({ store, clock }, 'acme', ['erika']);
  assert.equal(held.sessions.length, 100);
  assert.equal(held.more, true);
});
