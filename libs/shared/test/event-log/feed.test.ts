import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventGroup } from '../../src/event-log/append.ts';
import { createEventFeed } from '../../src/event-log/feed.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { LoggedEvent, WithOutbox } from '../../src/outbox/outbox.ts';

const logged = (id: string, at = 1): LoggedEvent => ({ id, type: 'token.issued', at, data: {} });
const documentOf = (rev: number, ...events: LoggedEvent[]): WithOutbox => ({ id: 's', rev, outbox: [], events });

function setUp(append: (group: EventGroup) => Promise<void> = async () => undefined, on = true) {
  const groups: string[] = [];
  const notes: string[] = [];
  const acknowledged: string[] = [];
  const woken: string[] = [];
  const appender = {
    append: async (group: EventGroup) => {
      await append(group);
      groups.push(group.events.map(({ id }) => id).join('+'));
      if (group.note !== undefined) notes.push(group.note);
      return new Set([...group.events.map(({ id }) => id), 'together']);
    },
    lastOf: () => undefined,
    beginBatch: () => undefined,
  };
  const feed = createEventFeed<WithOutbox>({
    appender: on ? appender : undefined,
    ownerOf: ({ id }) => ({ tenant: 'acme', session: id }),
    appended: (_, ids) => acknowledged.push(...ids),
    acknowledging: () => new Set(acknowledged),
    wakeReaders: (tenant, session) => woken.push(`${tenant} ${session}`),
    log: silentLog,
  });
  return { feed, groups, notes, acknowledged, woken };
}

describe('the feed of the log', () => {
  it('makes one group of what a document does within a period, and appends it within two', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { feed, groups } = setUp();
    const passes = async (milliseconds: number): Promise<void> => {
      for (let i = 0; i < milliseconds; i += 1) t.mock.timers.tick(1);
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
    };
    const events = ['a', 'b', 'c', 'd'].map((id) => logged(id));
    feed.add(documentOf(1, ...events.slice(0, 1)));
    await passes(99);
    feed.add(documentOf(2, ...events.slice(0, 2)));
    feed.add({ ...documentOf(1, logged('other')), id: 'late' });
    await passes(100);
    assert.deepEqual(groups, []);
    feed.add(documentOf(3, ...events.slice(0, 3)));
    await passes(1);
    assert.deepEqual(groups, ['a+b+c', 'other']);
    feed.add(documentOf(4, ...events));
    assert.equal(feed.waiting(), true);
    await passes(100);
    await passes(100);
    assert.deepEqual(groups, ['a+b+c', 'other', 'd']);
    assert.equal(feed.waiting(), false);
  });

  it('does not append again what the log holds and the relay has not acknowledged yet', async () => {
    const { feed, groups } = setUp();
    feed.add(documentOf(1, logged('a')));
    await feed.flush();
    feed.add(documentOf(2, logged('a'), logged('b')));
    await feed.flush();
    assert.deepEqual(groups, ['a', 'b']);
  });

  it('appends the newest document once, acknowledges what the log holds, and wakes readers', async () => {
    const { feed, groups, acknowledged, woken } = setUp();
    feed.add(documentOf(2, logged('a'), logged('b')));
    feed.add(documentOf(1, logged('a')));
    assert.equal(feed.waiting(), true);
    await feed.flush();
    assert.deepEqual([groups, acknowledged, woken], [['a+b'], ['a', 'b', 'together'], ['acme s']]);
    assert.equal(feed.waiting(), false);
  });

  it('leaves in the document what was not appended', async () => {
    const { feed, acknowledged, woken } = setUp(async () => assert.fail('away'));
    feed.add(documentOf(1, logged('a')));
    await feed.flush();
    assert.deepEqual([acknowledged, woken], [[], []]);
  });

  it('places a note by its time into the group, once, and acknowledges it in no document', async () => {
    const { feed, groups, notes, acknowledged } = setUp();
    const document = documentOf(1, logged('created', 1), logged('token', 3));
    feed.note(document, logged('fetched', 2));
    feed.note(document, logged('fetched', 2));
    await feed.flush();
    feed.note(document, logged('fetched', 4));
    await feed.flush();
    assert.deepEqual([groups, notes], [['created+fetched+token'], ['fetched']]);
    assert.deepEqual(acknowledged, ['created', 'token', 'together']);
  });

  it('appends a note without other events, and one note in each group', async () => {
    const { feed, groups, notes } = setUp();
    feed.note(documentOf(1), logged('fetched', 2));
    await feed.flush();
    assert.deepEqual(groups, ['fetched']);
    const document = documentOf(1, logged('created', 1), logged('token', 3), logged('end', 5));
    feed.note(document, logged('second', 2));
    feed.note(document, logged('third', 4));
    await feed.flush();
    assert.deepEqual(groups.slice(1), ['created+second+token', 'third+end']);
    assert.deepEqual(notes, ['fetched', 'second', 'third']);
  });

  it('with EVENTS=off acknowledges what is left, appends nothing and wakes no reader', async () => {
    const { feed, groups, acknowledged, woken } = setUp(undefined, false);
    feed.add(documentOf(1, logged('a')));
    feed.note(documentOf(1), logged('fetched'));
    await feed.flush();
    assert.deepEqual([groups, acknowledged, woken], [[], ['a'], []]);
  });
});
