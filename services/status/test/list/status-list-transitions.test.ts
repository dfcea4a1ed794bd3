import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusListDocument } from '@countersign/shared/model/status/status-documents';
import { assertStateTable, type Tried } from '@countersign/shared/test/model/state-table-check';
import {
  closeList,
  leasePositions,
  openedList,
  raiseVersion,
  restoredList,
  statusListId,
} from '../../src/list/status-list-transitions.ts';
import { listEvents } from './status-events.ts';

const open: StatusListDocument = { ...openedList({ tenant: 't', n: 2, size: 64, bits: 1 }), rev: 1 };
const closed = closeList(open).document;

const leaseBlock =
  (blockSize: number): Tried<StatusListDocument> =>
  (list) =>
    leasePositions(list, { count: 1, blockSize, bits: 1 }).document;

test('every event in every state leads where the table of the documentation says', () => {
  assertStateTable({
    table: listEvents,
    given: { open, closed },
    stateOf: (list) => (list.closed ? 'closed' : 'open'),
    events: {
      leasePositions: [8, 64].map(leaseBlock),
      raiseVersion: [raiseVersion],
      closeList: [(list) => closeList(list).document],
    },
  });
});

test('a new list is empty and open; one recreated after a restore is full and closed', () => {
  assert.equal(statusListId('t', 2), 't/2');
  const { rev: _, ...list } = open;
  assert.deepEqual(list, { id: 't/2', tenant: 't', n: 2, size: 64, bits: 1, allocated: 0, version: 1, closed: false });
  assert.deepEqual(restoredList({ tenant: 't', n: 2, size: 64, bits: 1 }), { ...list, allocated: 64, closed: true });
});

test('blocks are consecutive and as long as needed; the end of the list cuts the last one', () => {
  const first = leasePositions(open, { count: 3, blockSize: 8, bits: 1 });
  assert.deepEqual(first.result, { first: 0, end: 8 });
  const long = leasePositions(first.document, { count: 50, blockSize: 8, bits: 1 });
  assert.deepEqual([long.result, long.document.closed], [{ first: 8, end: 58 }, false]);
  const last = leasePositions(long.document, { count: 6, blockSize: 8, bits: 1 });
  assert.deepEqual([last.result, last.document.closed], [{ first: 58, end: 64 }, true]);
});

test('a list with fewer positions left, or a closed one, leases none', () => {
  const { document } = leasePositions(open, { count: 60, blockSize: 8, bits: 1 });
  assert.deepEqual(leasePositions(document, { count: 5, blockSize: 8, bits: 1 }), { document, result: undefined });
  assert.deepEqual(leasePositions(closed, { count: 1, blockSize: 8, bits: 1 }), {
    document: closed,
    result: undefined,
  });
});

test('a list whose entries are too small leases no position; larger ones are good for both', () => {
  const large: StatusListDocument = { ...openedList({ tenant: 't', n: 3, size: 64, bits: 2 }), rev: 1 };
  const { bits: _, ...older } = open;
  const first = { first: 0, end: 8 };
  const leasedIn = (list: StatusListDocument, bits: 1 | 2) =>
    leasePositions(list, { count: 1, blockSize: 8, bits }).result;
  assert.deepEqual([leasedIn(older, 1), leasedIn(large, 1), leasedIn(large, 2)], [first, first, first]);
  assert.deepEqual([leasedIn(older, 2), leasedIn(open, 2)], [undefined, undefined]);
});

test('a list that is closed twice was open once, and has a new version each time', () => {
  const again = closeList(closed);
  assert.deepEqual([closeList(open).result, again.result], ['closed', 'was_closed']);
  assert.deepEqual([closed.version, again.document.version, raiseVersion(closed).version], [2, 3, 3]);
});
