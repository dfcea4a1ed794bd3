import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { changeMark } from '../../src/consume/status-changed.ts';

const entry = {
  id: 'acme/s/hash',
  tenant: 'acme',
  list: 3,
  indexes: [7],
  session: 's',
  configuration: 'pid',
  value: 0,
  changedAt: 2000,
  changedIn: 'acme/3',
  changes: [
    { event: 'e1', value: 1, at: 1000 },
    { event: 'e2', value: 0, at: 2000 },
  ],
  rev: 1,
  outbox: [],
} as unknown as StatusEntryDocument;

function eventOf(change: Partial<BusEvent> = {}): BusEvent {
  const data = { session: 'forged', configuration: 'forged', status: '0', list: '99', entry: 'forged' };
  return { ...({ id: 'e1', type: 'status.changed.v1', subject: 's', data } as unknown as BusEvent), ...change };
}

test('the mark has the data of the entry, not that of the event', () => {
  const data = { configuration: 'pid', status: '1', list: '3', entry: 'acme/s/hash' };
  assert.deepEqual(changeMark(eventOf(), entry), { id: 'e1', type: 'status.changed.v1', at: 1000, data });
});

test('an earlier change keeps its value and its time', () => {
  const later = changeMark(eventOf({ id: 'e2' }), entry);
  assert.deepEqual([later?.data?.status, later?.at], ['0', 2000]);
});

test('a change that the entry does not have gets no mark', () => {
  assert.equal(changeMark(eventOf({ id: 'e3' }), entry), undefined);
  assert.equal(changeMark(eventOf({ subject: 'another' }), entry), undefined);
  assert.equal(changeMark(eventOf({ type: 'credential.issued.v1' }), entry), undefined);
  assert.equal(changeMark(eventOf(), undefined), undefined);
  assert.equal(changeMark(eventOf(), { ...entry, changes: [] }), undefined);
});

test('an entry of a version that stored no changes confirms its present status alone', () => {
  const { changes: _, ...older } = entry;
  const status = (value: string) => changeMark(eventOf({ data: { ...eventOf().data, status: value } }), older);
  assert.deepEqual([status('0')?.data?.status, status('0')?.at, status('1')], ['0', 2000, undefined]);
  const { changedIn: __, ...never } = older;
  assert.equal(changeMark(eventOf(), never), undefined);
});
