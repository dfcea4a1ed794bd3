/** Issuance sessions: found for their tenant alone, and changed by transitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import {
  changeIssuance,
  changeIssuanceOnce,
  findSession,
  isIssuance,
  issuanceById,
} from '../../src/session/issuance-session.ts';
import { openIssuer } from '../world.ts';

const kept = { announces: [] } as const;

test('a session is found by what the wallet holds and by its id, in its own tenant', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const bearer = world.request({});
  assert.equal((await findSession(world.platform, bearer, grant))?.session.id, session);
  assert.equal(await findSession(world.platform, { ...bearer, tenant: 'root' }, grant), undefined);
  for (const none of [undefined, '', 7, 'x']) {
    assert.equal(await findSession(world.platform, bearer, none), undefined);
  }
  assert.equal((await issuanceById(world.platform, 'default', session))?.id, session);
  assert.equal(await issuanceById(world.platform, 'root', session), undefined);
});

test('twenty changes at once are all taken, each decided on what the others wrote', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer();
  const before = await world.stored(session);
  const count = (state: string | undefined) => String(Number(state ?? 0) + 1);
  const changed = await Promise.all(
    Array.from({ length: 20 }, () =>
      changeIssuance(world.platform, before, (present) => ({
        ...kept,
        document: { ...present, state: count(present.state) },
        result: count(present.state),
      })),
    ),
  );
  assert.equal((await world.stored(session)).state, '20');
  assert.equal(new Set(changed.map((one) => one?.result)).size, 20);
});

test('a session without the part of the issuer, and one that is gone, are not changed', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer();
  const before = await world.stored(session);
  const { issuance: _, ...other } = before;
  assert.equal(isIssuance(other), false);
  assert.ok(await world.platform.store.delete(sessions, before));
  const change = (document: typeof before) => ({ ...kept, document: { ...document, state: 'x' }, result: undefined });
  assert.equal(await changeIssuance(world.platform, { ...before, rev: before.rev - 1 }, change), undefined);
});

test('what would be refused uses up no proof; what is marked as used before is not written', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer();
  const before = await world.stored(session);
  const uses: string[] = [];
  const use = async () => void uses.push('used');
  const refusing = () => {
    throw new Error('refused');
  };
  await assert.rejects(changeIssuanceOnce(world.platform, before, use, refusing), /refused/);
  assert.deepEqual(uses, []);
  const change = (document: typeof before) => ({ ...kept, document: { ...document, state: 'x' }, result: undefined });
  const replayed = () => Promise.reject(new Error('replayed'));
  await assert.rejects(changeIssuanceOnce(world.platform, before, replayed, change), /replayed/);
  assert.equal((await world.stored(session)).rev, before.rev);
  await changeIssuanceOnce(world.platform, before, use, change);
  assert.deepEqual([uses, (await world.stored(session)).state], [['used'], 'x']);
});
