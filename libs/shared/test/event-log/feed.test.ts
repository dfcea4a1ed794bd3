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
  const pulled: string[] = [];
  const woken: string[] = [];
  const appender = {
    append: async (group: EventGroup) => {
      await append(group);
      groups.push(group.events.map(({ id }) => id).join('+'));
      return new Set([...group.events.map(({ id }) => id), 'together']);
    },
    lastOf: () => undefined,
    beginBatch: () => undefined,
  };
  const feed = createEventFeed<WithOutbox>({
    appender: on ? appender : undefined,
    ownerOf: ({ id }) => ({ tenant: 'acme', session: id }),
    appended: (_, ids) => pulled.push(...ids),
    wakeReaders: (tenant, session) => woken.push(`${tenant} ${session}`),
    log: silentLog,
  });
  return { feed, groups, pulled, woken };
}

describe('the feed of the log', () => {
  it('appends the newest document once, pulls what the log holds, and wakes readers', async () => {
    const { feed, groups, pulled, woken } = setUp();
    feed.add(documentOf(2, logged('a'), logged('b')));
    feed.add(documentOf(1, logged('a')));
    assert.equal(feed.waiting(), true);
    await feed.flush();
    assert.deepEqual([groups, pulled, woken], [['a+b'], ['a', 'b', 'together'], ['acme s']]);
    assert.equal(feed.waiting(), false);
  });

  it('leaves in the document what was not appended', async () => {
    const { feed, pulled, woken } = setUp(async () => assert.fail('away'));
    feed.add(documentOf(1, logged('a')));
    await feed.flush();
    assert.deepEqual([pulled, woken], [[], []]);
  });

  it('places a note by its time, once', async () => {
    const { feed, groups } = setUp();
    const document = documentOf(1, logged('created', 1), logged('token', 3));
    feed.note(document, logged('fetched', 2));
    feed.note(document, logged('fetched', 2));
    await feed.flush();
    feed.note(document, logged('fetched', 4));
    await feed.flush();
    assert.deepEqual(groups, ['created', 'fetched', 'token']);
  });

  it('with EVENTS=off pulls what is left, appends nothing and wakes no reader', async () => {
    const { feed, groups, pulled, woken } = setUp(undefined, false);
    feed.add(documentOf(1, logged('a')));
    feed.note(documentOf(1), logged('fetched'));
    await feed.flush();
    assert.deepEqual([groups, pulled, woken], [[], ['a'], []]);
  });
});
