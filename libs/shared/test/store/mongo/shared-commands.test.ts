import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MongoServerError } from 'mongodb';
import { createSharedCommands, type MongoWrite } from '../../../src/store/mongo/shared-commands.ts';

type Command = Readonly<Record<string, unknown>>;

type Client = Parameters<typeof createSharedCommands>[0];

function clientOf(database: object): Client {
  return { db: () => database as ReturnType<Client['db']> };
}

/** A client whose commands get their responses here. */
function answeredBy(answer: (command: Command) => unknown) {
  const sent: Command[] = [];
  const command = async (one: Command): Promise<unknown> => {
    sent.push(one);
    return answer(one);
  };
  const runCursorCommand = (one: Command) => ({ toArray: async () => [one.find, 'all'] });
  const { lookUp, find, write } = createSharedCommands(clientOf({ command, runCursorCommand }), 'd', 100);
  return { sent, lookUp, find, write: (one: MongoWrite) => write(one, () => false) };
}

function row(id: string, more: object = {}) {
  return { _id: id, rev: 1, write: 'w', document: '{}', ...more };
}

const three = (): readonly MongoWrite[] => [
  { collection: 'a', insert: row('1') },
  { collection: 'b', replace: { _id: '2', rev: 4 }, by: row('2', { rev: 5 }) },
  { collection: 'a', delete: { _id: '3', rev: 1 } },
];

test('writes that begin together are one command, and each has its own outcome', async () => {
  const firstBatch = [
    { idx: 2, ok: 1, n: 1 },
    { idx: 0, ok: 0, n: 0, code: 11_000, errmsg: 'duplicate' },
    { idx: 1, ok: 0, n: 0, code: 112, errmsg: 'conflict' },
    { idx: 3, ok: 0, n: 0, code: 10_334, errmsg: 'too large' },
  ];
  const { sent, write } = answeredBy(() => ({ cursor: { id: 0, firstBatch } }));
  const outcomes = await Promise.allSettled([...three(), { collection: 'c', insert: row('4') }].map(write));
  assert.equal(sent.length, 1);
  assert.deepEqual(sent[0]?.nsInfo, [{ ns: 'd.a' }, { ns: 'd.b' }, { ns: 'd.c' }]);
  assert.deepEqual(sent[0]?.ops, [
    { insert: 0, document: row('1') },
    { update: 1, filter: { _id: '2', rev: 4 }, updateMods: row('2', { rev: 5 }) },
    { delete: 0, filter: { _id: '3', rev: 1 } },
    { insert: 2, document: row('4') },
  ]);
  assert.deepEqual(sent[0]?.writeConcern, { w: 'majority', j: true, wtimeout: 100 });
  const [duplicate, conflict, deleted, tooLarge] = outcomes;
  assert.deepEqual(duplicate, { status: 'fulfilled', value: 'refused' });
  assert.ok(conflict?.status === 'fulfilled' && typeof conflict.value === 'object', 'unknown, to be read');
  assert.deepEqual(deleted, { status: 'fulfilled', value: 'applied' });
  assert.equal(tooLarge?.status, 'rejected');
});

test('an answer that is lost, or lacks one of them, leaves outcomes unknown', async () => {
  const { write } = answeredBy(() => {
    throw new Error('connection closed');
  });
  for (const outcome of await Promise.all(three().map(write))) assert.equal(typeof outcome, 'object');
  const silent = answeredBy(() => ({ cursor: { id: 0, firstBatch: [{ idx: 1, ok: 1, n: 0 }] } }));
  const [first, second] = await Promise.all(three().map(silent.write));
  assert.equal(typeof first, 'object');
  assert.equal(second, 'refused');
});

test('a server without the command gets each write alone, and is not asked again', async () => {
  const { sent, write } = answeredBy((command) => {
    if ('bulkWrite' in command) throw new MongoServerError({ message: 'no such command', code: 59 });
    if ('insert' in command) return { n: 0, writeErrors: [{ index: 0, code: 11_000, errmsg: 'duplicate' }] };
    return { n: 'update' in command ? 0 : 1 };
  });
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await Promise.all(three().map(write)), ['refused', 'refused', 'applied']);
  }
  const names = sent.map((command) => Object.keys(command)[0]);
  assert.deepEqual(names, ['bulkWrite', 'insert', 'update', 'delete', 'insert', 'update', 'delete']);
});

test('a large document goes alone, and what its caller has given up is not sent', async () => {
  const { sent, write } = answeredBy((command) =>
    'bulkWrite' in command ? { cursor: { id: 0, firstBatch: [0, 1].map((idx) => ({ idx, n: 1 })) } } : { n: 1 },
  );
  const large: MongoWrite = { collection: 'a', insert: row('5', { document: 'x'.repeat(200_000) }) };
  const [, insert, replace] = await Promise.all([write(large), ...three().slice(0, 2).map(write)]);
  assert.deepEqual([insert, replace], ['applied', 'applied']);
  assert.deepEqual(sent.map((command) => Object.keys(command)[0]).sort(), ['bulkWrite', 'insert']);
  const client = clientOf({ command: () => assert.fail('sent') });
  const outcome = await createSharedCommands(client, 'd', 100).write({ collection: 'a', insert: row('6') }, () => true);
  assert.equal(typeof outcome, 'object');
});

test('reads of one unique field that begin together are one command', async () => {
  const { sent, lookUp } = answeredBy(({ find }) => ({
    cursor: { id: 0, firstBatch: find === 'a' ? [row('2', { handle: 'y' }), row('1', { handle: 'x' })] : [row('x')] },
  }));
  const found = await Promise.all([
    lookUp('a', 'handle', 'x'),
    lookUp('a', 'handle', 'y'),
    lookUp('a', 'handle', 'z'),
    lookUp('a', 'handle', 'x'),
    lookUp('b', '_id', 'x'),
  ]);
  assert.deepEqual(
    found.map((one) => one?._id),
    ['1', '2', undefined, '1', 'x'],
  );
  assert.deepEqual(
    sent.map(({ find, filter }) => [find, filter]),
    [
      ['a', { handle: { $in: ['x', 'y', 'z'] } }],
      ['b', { _id: 'x' }],
    ],
  );
  assert.deepEqual(sent[0]?.readConcern, { level: 'majority' });
});

test('what one answer does not hold is read by a cursor, and a lost answer is asked for once more', async () => {
  let asked = 0;
  const { sent, find } = answeredBy((command) => {
    asked += 1;
    if (asked === 1) throw new Error('connection closed');
    return 'find' in command ? { cursor: { id: 7, firstBatch: [] } } : {};
  });
  assert.deepEqual(await find('a', { filter: {}, limit: 5 }), ['a', 'all']);
  assert.deepEqual(
    sent.map((command) => Object.keys(command)[0]),
    ['find', 'find', 'killCursors'],
  );
});
