import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createEventAppender, lastNumber } from '../../src/event-log/append.ts';
import type { EventLogDocument } from '../../src/model/tenant/event-log.ts';
import type { LoggedEvent } from '../../src/outbox/outbox.ts';
import type { Store } from '../../src/store/port.ts';
import { eventLog } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const NOW = 1_700_000_000_000;
const clock = (): number => NOW;

export const loggedEvent = (id: string): LoggedEvent => ({ id, type: 'token.issued', at: NOW, data: {} });
const group = (session: string, ...ids: string[]) => ({ tenant: 'acme', session, events: ids.map(loggedEvent) });

async function stored(store: Store): Promise<readonly EventLogDocument[]> {
  return (await store.find(eventLog, { index: 'number', equal: ['acme'], limit: 1000 })).documents;
}

const shown = (documents: readonly EventLogDocument[]) =>
  documents.map(({ number, events }) => `${number} ${events?.map(({ id }) => id).join('+')}`);

async function setUp(t: TestContext) {
  const store = await temporaryStore(t);
  return { store, appender: () => createEventAppender({ store, clock }) };
}

describe('appending to the log of a tenant', () => {
  it('numbers documents from 1, each tenant by itself', async (t) => {
    const { store, appender } = await setUp(t);
    const { append, lastOf } = appender();
    await append(group('s', 'a', 'b'));
    await append({ ...group('s', 'other'), tenant: 'root' });
    await append({ ...group('s', 'c'), dryRun: true });
    assert.deepEqual(shown(await stored(store)), ['1 a+b', '2 c']);
    assert.deepEqual([lastOf('acme'), lastOf('root'), await lastNumber(store, 'none')], [2, 1, 0]);
    const [first, second] = await stored(store);
    assert.deepEqual([first?.session, first?.at, first?.dryRun, second?.dryRun], ['s', NOW, undefined, true]);
  });

  it('appends each event once, whatever group it comes in again, and names all that are there', async (t) => {
    const { store, appender } = await setUp(t);
    await appender().append(group('s', 'a', 'b'));
    for (const ids of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
      const found = await appender().append(group('s', ...ids));
      // Without `b` a feed that has read only `a` would leave `b` in the outbox, to be appended again.
      assert.deepEqual([...found].sort(), [...new Set([...ids, 'b'])].sort());
    }
    assert.deepEqual(
      (await stored(store)).flatMap(({ events = [] }) => events.map(({ id }) => id)),
      ['a', 'b', 'c', 'd'],
    );
  });

  it('appends a note once, whatever it comes with', async (t) => {
    const { store, appender } = await setUp(t);
    const noting = (...ids: string[]) => appender().append({ ...group('s', ...ids), note: 'note' });
    assert.deepEqual([...(await noting('a', 'note', 'b'))], ['a', 'note', 'b']);
    for (const ids of [['note'], ['note', 'c'], ['d', 'note', 'e']]) await noting(...ids);
    assert.deepEqual(shown(await stored(store)), ['1 a+note+b', '3 c', '5 d+e']);
    await appender().append({ ...group('other', 'own'), note: 'own' });
    await appender().append({ ...group('other', 'own', 'f'), note: 'own' });
    assert.deepEqual(shown(await stored(store)).slice(3), ['6 own', '8 f']);
  });

  it('knows a document that begins with a note by the first event after it', async (t) => {
    const { store, appender } = await setUp(t);
    await appender().append({ ...group('s', 'note', 'a', 'b'), note: 'note' });
    await appender().append(group('s', 'a', 'b', 'c'));
    assert.deepEqual(shown(await stored(store)), ['1 note+a+b', '3 c']);
  });

  it('processes that append one note at once append it once', async (t) => {
    const { store, appender } = await setUp(t);
    const processes = Array.from({ length: 8 }, appender);
    await Promise.all(processes.map(({ append }, n) => append({ ...group('s', 'note', `a${n}`), note: 'note' })));
    const ids = (await stored(store)).flatMap(({ events = [] }) => events.map(({ id }) => id));
    assert.deepEqual(ids.sort(), ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'note']);
  });

  it('processes that append at once use each number once, and lose nothing', async (t) => {
    const { store, appender } = await setUp(t);
    const processes = [appender(), appender(), appender()];
    const ids = Array.from({ length: 90 }, (_, n) => `e${n}`);
    for (let batch = 0; batch < 3; batch += 1) {
      const some = ids.slice(batch * 30, batch * 30 + 30);
      await Promise.all(
        some.map((id, n) => {
          const process = processes[n % 3] ?? assert.fail();
          if (n < 3) process.beginBatch();
          return process.append(group(`s${n}`, id));
        }),
      );
    }
    const documents = await stored(store);
    assert.deepEqual(documents.flatMap(({ events = [] }) => events.map(({ id }) => id)).sort(), ids.sort());
    assert.equal(new Set(documents.map(({ number }) => number)).size, 90);
  });

  it('continues after the last number in a process that starts later, also where a hole is before it', async (t) => {
    const { store, appender } = await setUp(t);
    await appender().append(group('s', 'a'));
    await store.insert(eventLog, { id: 'x', tenant: 'acme', number: 7, at: NOW });
    await appender().append(group('s', 'b'));
    assert.deepEqual(shown(await stored(store)), ['1 a', '7 undefined', '8 b']);
  });

  it('tries again after a read that failed', async (t) => {
    const { store, appender: _ } = await setUp(t);
    let fails = 1;
    const failing: Store = {
      insert: store.insert.bind(store),
      get: store.get.bind(store),
      replace: store.replace.bind(store),
      delete: store.delete.bind(store),
      ping: store.ping.bind(store),
      close: store.close.bind(store),
      find: async (...given) => {
        fails -= 1;
        if (fails >= 0) throw new Error('away');
        return store.find(...given);
      },
    };
    const { append } = createEventAppender({ store: failing, clock });
    await assert.rejects(append(group('s', 'a')), /away/);
    await append(group('s', 'a'));
    assert.deepEqual(shown(await stored(store)), ['1 a']);
  });
});
