/** The job and the acceptance: older credentials are revoked, those that never left and expired ones are forgotten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActiveCredentials } from '@countersign/shared/model/session/active-credentials';
import { activeCredentialsId } from '@countersign/shared/model/session/active-credentials';
import { activeCredentials } from '@countersign/shared/test/model/every-tenant';
import { acceptActive, oneActiveJob } from '../../src/session/one-active.ts';
import { credentialWith, openRenewable, tokenFor } from '../token/renewable.ts';

async function world(t: Parameters<typeof openRenewable>[0]) {
  const made = await openRenewable(t);
  const revoked: unknown[] = [];
  const call = async (operation: string, { body }: { body: unknown }) => {
    revoked.push([operation, (body as { sessionId: string }).sessionId]);
    return { body: [] };
  };
  const platform = { ...made.platform, call } as typeof made.platform;
  const note = async (session: string, more: Partial<ActiveCredentials> = {}) => {
    const id = activeCredentialsId('default', session, 'pid');
    const noted = { id, tenant: 'default', subject: 'p', configuration: 'pid', session, issuedAt: 1, state: 'issued' };
    await made.store.insert(activeCredentials, { ...noted, ...more } as ActiveCredentials);
  };
  const states = async () => {
    const { documents } = await made.store.find(activeCredentials, { index: 'tenant', limit: 10 });
    return Object.fromEntries(
      documents.map(({ session, state, dueAt }) => [session, dueAt === undefined ? state : `${state}, due`]),
    );
  };
  return { made, platform, revoked, note, states, run: () => oneActiveJob(platform).run() };
}

test('an acceptance revokes what is older, with its renewals unless it renews it', async (t) => {
  const { made, platform, revoked, note, states } = await world(t);
  const { session: id } = await tokenFor(made);
  const session = await made.stored(id);
  await note('other', { state: 'accepted' });
  await note('first', { issuedAt: 2 });
  await note(id, { issuedAt: 3, firstSession: 'first' });
  await acceptActive(platform, session, 'pid');
  assert.deepEqual(revoked, [
    ['status.update', 'other'],
    ['status.supersede', 'first'],
  ]);
  assert.deepEqual(await states(), { other: 'replaced', first: 'replaced', [id]: 'accepted' });
  await acceptActive(platform, session, 'pid');
  await acceptActive(platform, session, 'member');
  assert.equal(revoked.length, 2);
});

test('the job carries through what a crash left, waits for what may follow, and forgets what never left', async (t) => {
  const { made, revoked, note, states, run } = await world(t);
  const [sent, open] = [await tokenFor(made), await tokenFor(made)];
  await credentialWith(made, sent.access_token);
  await note('older', { state: 'accepted', dueAt: 1 });
  await note(sent.session, { issuedAt: 2, unreported: true, dueAt: 2 });
  await note(open.session, { issuedAt: 3, unreported: true, dueAt: 3 });
  await note('erased', { issuedAt: 4, unreported: true, dueAt: 4 });
  await run();
  assert.deepEqual(revoked, [['status.update', 'older']]);
  assert.deepEqual(await states(), { older: 'replaced', [sent.session]: 'accepted', [open.session]: 'issued, due' });
});

test('expired credentials are forgotten', async (t) => {
  const { made, note, states, run } = await world(t);
  await note('past', { removeAt: made.now - 1 });
  await note('future', { removeAt: made.now + 1 });
  await note('endless');
  await run();
  assert.deepEqual(await states(), { future: 'issued', endless: 'issued' });
});
