import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { endIssuance } from '../src/after-restore.ts';
import { RESTORED } from '../src/session/ending-transitions.ts';
import { type GivenState, given, grant, progresses } from './session/issuance-given.ts';
import { NOW } from './support.ts';

const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example' });

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const made = { now: NOW };
  const platform = { settings, store, clock: () => made.now, random: systemRandom, wakeRelay: () => undefined };
  const insert = async (issuance: IssuancePart, more: Partial<SessionDocument> = {}): Promise<SessionDocument> => {
    const id = systemRandom(8).toString('hex');
    const session: Omit<SessionDocument, 'rev'> = {
      id,
      tenant: 'root',
      kind: 'issuance',
      createdAt: NOW,
      updatedAt: NOW,
      expiresAt: NOW + 1000,
      handle: id,
      status: issuance.progress.state,
      issuance,
      webhooks: { outcome: 'sealed' },
      pendingDeliveries: [],
      outbox: [],
      ...more,
    };
    return (await store.insert(sessions, session)) ?? assert.fail();
  };
  const stored = async ({ id }: SessionDocument): Promise<SessionDocument> =>
    (await store.get(sessions, id)) ?? assert.fail();
  return Object.assign(made, { platform, insert, stored });
}

const going: readonly GivenState[] = ['created', 'pushed', 'authorized', 'presentation_required', 'token_issued'];

for (const state of going) {
  test(`${state}: it fails, and its webhook is called once`, async (t) => {
    const w = await world(t);
    const session = await w.insert(given(state));
    assert.equal(await endIssuance(w.platform, session), 'failed');
    const after = await w.stored(session);
    assert.equal(after.status, 'failed');
    assert.ok(after.issuance?.progress.state === 'failed' && after.issuance.progress.reason === RESTORED);
    const [entry] = after.outbox;
    assert.deepEqual(
      [entry?.topic, entry?.event.type, entry?.event.data.reason],
      ['issuance-results', 'issuance.failed.v1', RESTORED],
    );
    assert.deepEqual(
      after.pendingDeliveries.map(({ id }) => id),
      [entry?.event.id],
    );
    assert.equal(await endIssuance(w.platform, after), undefined);
    assert.deepEqual(await w.stored(session), after);
  });

  test(`${state}: after its expiry there is nothing to end`, async (t) => {
    const w = await world(t);
    const session = await w.insert(given(state));
    const { progress } = given(state);
    const times = [session.expiresAt, 'expiresAt' in progress ? progress.expiresAt : 0];
    if (progress.state === 'presentation_required') times.push(progress.attempt.expiresAt);
    if (progress.state === 'token_issued') times.push(progress.grant.expiresAt);
    w.now = Math.max(...times);
    assert.equal(await endIssuance(w.platform, session), undefined);
    assert.equal((await w.stored(session)).rev, session.rev);
    w.now -= 1;
    assert.equal(await endIssuance(w.platform, session), 'failed');
  });
}

for (const state of ['issued', 'completed'] as const) {
  test(`${state}: its state stays, and its token is revoked`, async (t) => {
    const w = await world(t);
    const session = await w.insert(given(state));
    assert.equal(await endIssuance(w.platform, session), 'token');
    const after = await w.stored(session);
    const progress = after.issuance?.progress;
    assert.ok(progress?.state === state && progress.grant.revoked === true);
    assert.deepEqual(
      [after.status, after.outbox, after.issuance?.credentials],
      [state, [], session.issuance?.credentials],
    );
    assert.equal(await endIssuance(w.platform, after), undefined);

    const old = await w.insert(given(state));
    w.now = grant.expiresAt;
    assert.equal(await endIssuance(w.platform, old), undefined);
  });
}

test('an ended issuance and a session without one are not changed', async (t) => {
  const w = await world(t);
  const over = Object.keys(progresses).filter((state) =>
    ['exhausted', 'failed', 'failed with a token', 'expired'].includes(state),
  );
  assert.equal(over.length, 4);
  for (const state of over) {
    const session = await w.insert(given(state as GivenState));
    assert.equal(await endIssuance(w.platform, session), undefined);
    assert.equal((await w.stored(session)).rev, session.rev);
  }
  const { issuance: _, ...none } = await w.insert(given('created'));
  assert.equal(await endIssuance(w.platform, none), undefined);
});

test('expected claims end with it', async (t) => {
  const w = await world(t);
  const waiting = { ...grant, requestId: 'h' };
  const claims = { requestId: 'h', deadline: NOW + 5000, state: 'expected' } as const;
  const session = await w.insert(given('token_issued', { progress: { state: 'token_issued', grant: waiting } }), {
    claims,
  });
  assert.equal(await endIssuance(w.platform, session), 'failed');
  const after = await w.stored(session);
  assert.deepEqual(after.claims, { requestId: 'h', deadline: NOW + 5000, state: 'failed', reason: RESTORED });
});
