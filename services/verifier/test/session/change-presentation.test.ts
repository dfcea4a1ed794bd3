import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { changePresentation } from '../../src/session/change-presentation.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';
import { expireRequest, fetchRequest } from '../../src/session/presentation-transitions.ts';
import { given } from './given.ts';

const settings = { PUBLIC_URL: 'https://x.example' };

async function open(t: Parameters<typeof temporaryStore>[0]) {
  const store = await temporaryStore(t);
  const woken: string[] = [];
  const wakeRelay = ({ id }: { readonly id: string }) => void woken.push(id);
  const writer = { store, clock: () => 20_000, random: systemRandom, settings, wakeRelay };
  const session = (await store.insert(sessions, {
    ...given(),
    webhooks: { outcome: 'sealed' },
  })) as PresentationSession;
  return { store, woken, writer, session };
}

test('the same write puts the event of a transition into the outbox, and the relay is woken', async (t) => {
  const { writer, session, woken } = await open(t);
  const expired = await changePresentation(writer, session, (present) => expireRequest(present, 20_000));
  const [entry, ...more] = expired?.session.outbox ?? [];
  assert.deepEqual([entry?.topic, entry?.event.type, more], ['presentation-results', 'presentation.expired.v1', []]);
  assert.deepEqual(entry?.event.data, { configuration: 'question', request: 'request', session: 's', tenant: 'acme' });
  assert.deepEqual([expired?.session.updatedAt, woken], [20_000, ['s']]);
});

test('the decision is repeated where the revision has changed, and its last result counts', async (t) => {
  const { writer, session } = await open(t);
  await changePresentation(writer, session, fetchRequest);
  const seen: string[] = [];
  const changed = await changePresentation(writer, session, (present) => {
    seen.push(present.status);
    return { document: { ...present, state: 'x' }, announces: [], result: present.status };
  });
  assert.deepEqual([seen, changed?.result, changed?.session.state], [['created', 'requested'], 'requested', 'x']);
});

test('neither another request in its place nor an erased session is changed', async (t) => {
  const { store, writer, session } = await open(t);
  const other = { ...session, presentation: { ...session.presentation, requestHash: 'other' } };
  const stored = (await store.replace(sessions, other)) ?? assert.fail();
  assert.equal(await changePresentation(writer, session, fetchRequest), undefined);
  assert.deepEqual(await store.get(sessions, 's'), stored);
  await store.delete(sessions, stored);
  assert.equal(await changePresentation(writer, session, fetchRequest), undefined);
});
