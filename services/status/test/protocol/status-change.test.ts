/** Stamps of changes: when every reader meets them, and what a late writer may not do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusEntryDocument } from '@countersign/shared/model/status-documents';
import {
  firstUnread,
  isCovered,
  remembering,
  stamped,
  stampedAgain,
  WINDOW,
} from '../../src/protocol/status-change.ts';

const entry: StatusEntryDocument = {
  ...{ id: 'default/s/e', rev: 1, tenant: 'default', list: 1, indexes: [3], session: 's', configuration: 'pid' },
  ...{ value: 0, changedAt: 1000, outbox: [] },
};
const change = { value: 1, changedIn: 'default/1', version: 40, now: 2000 } as const;

test('a covered stamp is read by every holder of a version below the raise', () => {
  for (const raised of [40, 41, 100]) {
    for (let seq = raised - 2 * WINDOW; seq <= raised + 2; seq += 1) {
      const everyReaderMeetsIt = Array.from({ length: raised }, (_, version) => version).every(
        (version) => seq >= firstUnread(version),
      );
      assert.equal(isCovered(seq, raised), everyReaderMeetsIt, `${seq} of ${raised}`);
    }
  }
});

test('a change stamps behind the version of the list, and keeps when the value became what it is', () => {
  const revoked = stamped(entry, change);
  assert.deepEqual([revoked.value, revoked.changedAt, revoked.changedIn, revoked.seq], [1, 2000, 'default/1', 41]);
  const again = stamped(revoked, { ...change, now: 3000, version: 50 });
  assert.deepEqual([again.changedAt, again.seq], [2000, 51]);
});

test('a slow writer never lowers a stamp', () => {
  const ahead = stamped(entry, { ...change, version: 90 });
  assert.equal(stamped(ahead, change).seq, 91);
  assert.equal(stampedAgain(ahead, 90), ahead);
  assert.equal(stampedAgain(ahead, 91).seq, 92);
  assert.equal(stampedAgain(entry, 5).seq, 6);
});

test('an entry remembers its last eight changes, the oldest first', () => {
  let changed = entry;
  for (let at = 1; at <= 10; at += 1) changed = remembering(changed, { event: `e${at}`, value: 1, at });
  assert.deepEqual(
    changed.changes?.map(({ event }) => event),
    ['e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9', 'e10'],
  );
});
