import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALLOCATED, type Allocation, allocationLine, readAllocation } from '../../src/audit/allocation.ts';

const SIZE = 2 ** 20;
const ENTRY = {
  id: 'root/s/hash',
  tenant: 'root',
  list: 3,
  indexes: [0, 7, SIZE - 1],
  session: 's',
  configuration: 'pid',
};
const AT = Date.UTC(2030, 0, 1, 12);

/** The record of a line, as the replay reads it. */
function recordOf(line: string): Parameters<typeof readAllocation>[0] {
  const { at, ...rest } = JSON.parse(line);
  return { ...rest, at: Date.parse(at) };
}

test('a line holds the fields of an entry, and nothing else', () => {
  const line = allocationLine({ entry: ENTRY, size: SIZE, bits: 1, at: AT });
  assert.deepEqual(JSON.parse(line), {
    id: 'status.allocated/root/s/hash',
    tenant: 'root',
    at: '2030-01-01T12:00:00.000Z',
    action: 'status.allocated',
    client: '[status]',
    session: 's',
    subject: 'pid',
    data: { entry: 'root/s/hash', list: 3, size: SIZE, indexes: [0, 7, SIZE - 1] },
  });
  assert.ok(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1);
});

test('a line is read as what it was written from', () => {
  const text = fc.string({ minLength: 1 });
  const allocation: fc.Arbitrary<Allocation> = fc.record({
    entry: fc.record({
      id: text,
      tenant: text,
      list: fc.integer({ min: 1, max: 400_000_000 }),
      indexes: fc.array(fc.nat({ max: SIZE - 1 })),
      session: text,
      configuration: text,
    }),
    size: fc.constant(SIZE),
    bits: fc.constantFrom(1, 2),
    keySet: text,
    at: fc.integer({ min: 0, max: Date.UTC(3000, 0, 1) }),
  });
  fc.assert(
    fc.property(allocation, (given) =>
      assert.equal(JSON.stringify(readAllocation(recordOf(allocationLine(given)))), JSON.stringify(given)),
    ),
    { seed: 11 },
  );
});

const good = recordOf(allocationLine({ entry: ENTRY, size: SIZE, bits: 1, at: AT }));
const refused: readonly [string, object][] = [
  ['no data', { data: undefined }],
  ['no session', { session: undefined }],
  ['no configuration', { subject: undefined }],
  ['no entry', { data: { ...good.data, entry: 5 } }],
  ['list 0', { data: { ...good.data, list: 0 } }],
  ['a list that is no number', { data: { ...good.data, list: '3' } }],
  ['half a list', { data: { ...good.data, list: 2.5 } }],
  ['no size', { data: { ...good.data, size: undefined } }],
  ['a size of no whole bytes', { data: { ...good.data, size: SIZE - 1 } }],
  ['entries of three bits', { data: { ...good.data, bits: 3 } }],
  ['indexes that are no array', { data: { ...good.data, indexes: { 0: 1 } } }],
  ['an index below 0', { data: { ...good.data, indexes: [-1] } }],
  ['an index behind the list', { data: { ...good.data, indexes: [SIZE] } }],
  ['an index that is no number', { data: { ...good.data, indexes: [1, '2'] } }],
];
for (const [name, changed] of refused) {
  test(`no allocation: ${name}`, () => {
    assert.equal(readAllocation({ ...good, ...changed }), undefined);
  });
}

test('the action is that of no management call', () => {
  assert.equal(good.action, ALLOCATED);
});

test('the first session of renewable credentials is kept', () => {
  const given: Allocation = { entry: { ...ENTRY, firstSession: 'first' }, size: SIZE, bits: 1, at: AT };
  assert.equal(readAllocation(recordOf(allocationLine(given)))?.entry.firstSession, 'first');
  assert.equal(readAllocation(recordOf(allocationLine({ ...given, entry: ENTRY })))?.entry.firstSession, undefined);
});
