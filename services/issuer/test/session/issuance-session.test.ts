import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { endRejected, failIssuance } from '../../src/session/ending-transitions.ts';
import { changeIssuance, changeIssuanceOnce, findSession, issuanceById } from '../../src/session/issuance-session.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { openIssuer } from '../world.ts';

async function offered(t: TestContext) {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  await world.hook(session);
  return { world, grant, session: await world.stored(session) };
}
const fail = (session: IssuanceSession) => failIssuance(session, { reason: 'claims_invalid' });

test('a transition is written with its event, and its result is returned', async (t) => {
  const { world, session } = await offered(t);
  world.now += 5;
  const changed = await changeIssuance(world.platform, session, (present) => ({
    ...fail(present),
    result: 'reported',
  }));
  assert.equal(changed?.result, 'reported');
  const stored = await world.stored(session.id);
  assert.deepEqual(changed?.session, stored);
  assert.deepEqual([stored.status, stored.updatedAt, stored.rev], ['failed', world.now, session.rev + 1]);
  assert.deepEqual(
    stored.outbox.map(({ event }) => [event.type, event.subject, event.data.reason]),
    [['issuance.failed.v1', session.id, 'claims_invalid']],
  );
});

test('an unchanged document is not written; the result is still returned', async (t) => {
  const { world, session } = await offered(t);
  const changed = await changeIssuance(world.platform, session, endRejected);
  assert.equal(changed?.result, false);
  assert.equal((await world.stored(session.id)).rev, session.rev);
});

test('a transition is computed again for a session that changed', async (t) => {
  const { world, session } = await offered(t);
  await world.change(session.id, (document) => ({ ...document, state: 'moved' }));
  const changed = await changeIssuance(world.platform, session, fail);
  assert.deepEqual([changed?.session.state, changed?.session.status], ['moved', 'failed']);
});

test('a proof is used only where the session would take the request, and before the write', async (t) => {
  const { world, session } = await offered(t);
  const order: string[] = [];
  const refuse = (): never => {
    throw new Error('refused');
  };
  const use = async (): Promise<void> => {
    order.push((await world.stored(session.id)).status);
  };
  await assert.rejects(changeIssuanceOnce(world.platform, session, use, refuse), /refused/);
  assert.deepEqual(order, []);
  await changeIssuanceOnce(world.platform, session, use, fail);
  assert.deepEqual([order, (await world.stored(session.id)).status], [['created'], 'failed']);
});

test('a used proof writes nothing', async (t) => {
  const { world, session } = await offered(t);
  const used = async (): Promise<void> => {
    throw new Error('used before');
  };
  await assert.rejects(changeIssuanceOnce(world.platform, session, used, fail), /used before/);
  assert.equal((await world.stored(session.id)).rev, session.rev);
});

test('a missing session has no result', async (t) => {
  const { world, session, grant } = await offered(t);
  const bearer = { request: { tenant: session.tenant }, reports: newReports() };
  assert.equal((await findSession(world.platform, bearer, grant))?.session.id, session.id);
  assert.equal(await findSession(world.platform, { ...bearer, request: { tenant: 'other' } }, grant), undefined);
  assert.equal((await issuanceById(world.platform, session.tenant, session.id))?.id, session.id);
  assert.equal(await issuanceById(world.platform, 'other', session.id), undefined);
  assert.equal(await issuanceById(world.platform, session.tenant, 'unknown'), undefined);
  const unknown = { ...session, id: 'unknown', rev: 9 };
  assert.equal(await changeIssuance(world.platform, unknown, fail), undefined);
});
