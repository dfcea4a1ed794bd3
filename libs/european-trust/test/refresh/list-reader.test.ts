import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, it } from 'node:test';
import { ListError } from '../../src/lists/list-error.ts';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { createListReader } from '../../src/refresh/list-reader.ts';
import { entityOf, makeList, serviceOf, signedList } from '../lists/made-lists.ts';
import { NOW } from '../registration/registrar.ts';

const { signer, issuance, revocation, source, content } = await makeList();
const fetched = (bytes: Buffer) => ({ bytes, source, successors: [], now: NOW, settings: EU_LISTS });

describe('the thread that reads lists', () => {
  it('reads several at once, each with its own entries and index', async (t) => {
    const reader = createListReader();
    t.after(() => reader.close());
    const entities = (count: number) =>
      Array.from({ length: count }, (_, number) =>
        entityOf(`entity ${number}`, 'PID', [
          serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate] }),
          serviceOf({ type: 'PID/Revocation', certificates: [revocation.certificate] }),
        ]),
      );
    const counts = [1, 120, 0, 300];
    const lists = counts.map((count) => signedList(content({ entities: entities(count) }), { signer }));
    const read = await Promise.all(lists.map((bytes) => reader.read(fetched(bytes))));
    assert.deepEqual(
      read.map(({ list }) => list.entries.length),
      counts.map((count) => 2 * count),
    );
    assert.deepEqual(
      read.map(({ index }) => index.keyIds('pid/issuance').length),
      [1, 1, 0, 1],
    );
    assert.equal(read[3]?.list.entries.at(-1)?.entity.name, 'entity 299');
  });

  it('has a lower priority than the thread that answers wallets', { skip: process.platform !== 'linux' }, async (t) => {
    const reader = createListReader();
    t.after(() => reader.close());
    const before = threadPriorities();
    await reader.read(fetched(signedList(content({ entities: [] }), { signer })));
    const started = [...threadPriorities()].filter(([thread]) => !before.has(thread));
    assert.deepEqual([started.some(([, nice]) => nice === 10), getPriority()], [true, 0]);
  });

  it('says why a list is refused, and reads the next one', async (t) => {
    const reader = createListReader();
    t.after(() => reader.close());
    const refused = reader.read(fetched(Buffer.from('a.b.c')));
    await assert.rejects(refused, (error) => error instanceof ListError && error.reason === 'trust_list_malformed');
    const { list } = await reader.read(fetched(signedList(content(), { signer })));
    assert.equal(list.entries.length, 2);
  });

  it('does not change the bytes of the caller, and begins again after it was closed', async (t) => {
    const reader = createListReader();
    t.after(() => reader.close());
    const bytes = signedList(content(), { signer });
    const copy = Buffer.from(bytes);
    await reader.read(fetched(bytes));
    await reader.close();
    await reader.read(fetched(bytes));
    assert.deepEqual(bytes, copy);
  });

  it('gives up a list that takes too long, with those behind it, and begins again', async (t) => {
    const reader = createListReader(1);
    t.after(() => reader.close());
    const bytes = signedList(content(), { signer });
    const late = /took too long/;
    const [first, second] = [reader.read(fetched(bytes)), reader.read(fetched(bytes))];
    await Promise.all([assert.rejects(first, late), assert.rejects(second, late)]);
    await assert.rejects(reader.read(fetched(bytes)), late);
  });
});

/** Linux: the nice value of each thread of this process, by its id. */
function threadPriorities(): ReadonlyMap<string, number> {
  return new Map(
    readdirSync('/proc/self/task').map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      // The name in parentheses may have spaces; the value is the 17th field after it.
      return [thread, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    }),
  );
}
