import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUS_NAMES } from '@countersign/shared/crypto/status-bits';
import { systemRandom } from '@countersign/shared/kernel/random';
import { chainChecked, newChain, withoutChain } from '@countersign/shared/model/status/revocation-chain';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { newEvent } from '@countersign/shared/outbox/events';
import { assertStateTable } from '@countersign/shared/test/model/state-table-check';
import {
  changeStatus,
  createdEntry,
  firstUnread,
  isCovered,
  type StatusUpdate,
  stampAgain,
  WINDOW,
} from '../../src/list/status-change-transitions.ts';
import { entryEvents } from './status-events.ts';

const valid: StatusEntryDocument = {
  ...createdEntry({
    id: 't/s/r',
    tenant: 't',
    list: 1,
    indexes: [4],
    session: 's',
    configuration: 'pid',
    changedAt: 1,
  }),
  rev: 1,
};

const event = newEvent({
  type: 'status.changed.v1',
  session: 's',
  tenant: 't',
  data: { configuration: 'pid', status: '1', list: '1', entry: 't/s/r' },
  source: 'https://x.example',
  clock: () => 50,
  random: systemRandom,
});

const update: StatusUpdate = { value: 1, revocation: 'reversible', changedIn: 't/1', version: 7, now: 50, event };
const final: StatusUpdate = { ...update, revocation: 'final' };
const revoked = changeStatus(valid, update).document;
const suspended = changeStatus(valid, { ...update, value: 2 }).document;

const chained = (entry: StatusEntryDocument): StatusEntryDocument => ({
  ...entry,
  ...newChain('t', { sealed: 'x' }, 1),
});

test('every event in every state leads where the table of the documentation says', () => {
  assertStateTable({
    table: entryEvents,
    given: { valid: chained(valid), revoked: chained(revoked), suspended: chained(suspended) },
    stateOf: ({ value }) => STATUS_NAMES[value],
    events: {
      'changeStatus to 1': [(entry) => changeStatus(entry, update).document],
      'changeStatus to 2': [update, final].map(
        (to) => (entry: StatusEntryDocument) => changeStatus(entry, { ...to, value: 2 }).document,
      ),
      'changeStatus to 0': [update, final].map(
        (to) => (entry: StatusEntryDocument) => changeStatus(entry, { ...to, value: 0 }).document,
      ),
      withoutChain: [withoutChain],
      chainChecked: [(entry) => chainChecked(entry, true, 8), (entry) => chainChecked(entry, false, 8)],
      stampAgain: [(entry) => stampAgain(entry, 8)],
    },
  });
});

test('given a valid entry, when it is revoked, then value, stamp, change and event are one document', () => {
  const { document, result } = changeStatus(valid, update);
  assert.equal(result, 'changed');
  const { value, changedAt, changedIn, seq, changes, outbox, outboxSince } = document;
  assert.deepEqual([value, changedAt, changedIn, seq], [1, 50, 't/1', 8]);
  assert.deepEqual([changes, outbox, outboxSince], [[{ event: event.event.id, value: 1, at: 50 }], [event], 50]);
});

test('given the same value, the entry is stamped again, and nothing is published', () => {
  const { document, result } = changeStatus(revoked, { ...update, version: 9, now: 60 });
  assert.deepEqual([result, document.seq, document.changedAt], ['stamped', 10, 50]);
  assert.deepEqual([document.changes, document.outbox], [revoked.changes, revoked.outbox]);
});

test('where revocation is final, a revoked entry keeps its value, its stamp and its events', () => {
  for (const value of [0, 2] as const) {
    assert.deepEqual(changeStatus(revoked, { ...final, value }), { document: revoked, result: 'final' });
  }
  assert.equal(changeStatus(revoked, final).result, 'stamped');
  assert.equal(changeStatus(suspended, { ...final, value: 0 }).document.value, 0);
  assert.equal(changeStatus(suspended, final).document.value, 1);
});

test('a slow writer does not lower a stamp', () => {
  assert.equal(changeStatus(revoked, { ...update, value: 0, version: 2 }).document.seq, 8);
  assert.equal(stampAgain(revoked, 7), revoked);
  assert.equal(stampAgain(revoked, 8).seq, 9);
  assert.equal(stampAgain(valid, 5).seq, 6);
});

test('the last eight changes are kept', () => {
  let entry = valid;
  for (let n = 1; n <= 10; n += 1)
    entry = changeStatus(entry, { ...update, value: n % 2 === 1 ? 1 : 0, now: n }).document;
  assert.deepEqual(
    entry.changes?.map(({ at }) => at),
    [3, 4, 5, 6, 7, 8, 9, 10],
  );
});

test('every replica with a version below the raise reads a covered stamp', () => {
  for (const raised of [40, 41, 100]) {
    for (let seq = raised - 2 * WINDOW; seq <= raised + 2; seq += 1) {
      const everyReaderMeetsIt = Array.from({ length: raised }, (_, version) => version).every(
        (version) => seq >= firstUnread(version),
      );
      assert.equal(isCovered(seq, raised), everyReaderMeetsIt, `${seq} of ${raised}`);
    }
  }
});
