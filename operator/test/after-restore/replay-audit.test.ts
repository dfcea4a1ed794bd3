import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Allocation, allocationLine } from '@countersign/shared/audit/allocation';
import { auditLine } from '@countersign/shared/audit/view';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import {
  allocations,
  type Erased,
  lastStatuses,
  type Replay,
  readAuditLines,
  replayAudit,
  type StatusSet,
} from '../../src/after-restore/replay-audit.ts';

const START = Date.UTC(2030, 0, 1);
let n = 0;

function line(action: string, more: object = {}, at = START + n * 1000): string {
  n += 1;
  return auditLine({ id: `id-${n}`, tenant: 'root', at, action, client: 'backend', ...more });
}

function changed(session: string, status: number, subject?: string, at?: number): string {
  return line('status.changed', { session, data: { status, entries: 1 }, ...(subject && { subject }) }, at);
}

function statuses(...lines: string[]): string[] {
  const { records } = readAuditLines([{ name: 'a', text: lines.join('') }]);
  return lastStatuses(records).map(
    ({ session, configuration = '*', status }) => `${session} ${configuration} ${status}`,
  );
}

test('the last status of each session and configuration counts', () => {
  assert.deepEqual(statuses(changed('s', 1, 'pid'), changed('t', 1, 'pid'), changed('s', 0, 'pid')), [
    's pid 0',
    't pid 1',
  ]);
  assert.deepEqual(statuses(changed('s', 1, 'pid'), changed('s', 1, 'age')), ['s pid 1', 's age 1']);
});

test('a status of a whole session holds for each configuration until one is set individually', () => {
  assert.deepEqual(statuses(changed('s', 1, 'pid'), changed('t', 1), changed('s', 0)), ['s * 0', 't * 1']);
  assert.deepEqual(statuses(changed('s', 1), changed('s', 0, 'pid'), changed('s', 1, 'pid')), ['s * 1', 's pid 1']);
});

test('by time, for any order of lines and files', () => {
  const late = changed('s', 0, 'pid', START + 90_000);
  const early = changed('s', 1, 'pid', START + 10_000);
  const { records } = readAuditLines([
    { name: 'a', text: late },
    { name: 'b', text: early },
  ]);
  assert.deepEqual(
    lastStatuses(records).map(({ status }) => status),
    [0],
  );
});

test('lines that are no records are named, and the others count', () => {
  const good = changed('s', 1);
  const text = `${good}{"id":"x","tenant":\n\n[1]\n{"id":"x"}\n${good.replace('2030', '20x0')}{"__proto__":1}\n${good}`;
  const { records, unreadable } = readAuditLines([{ name: 'audit.jsonl', text }]);
  assert.equal(records.length, 1);
  assert.deepEqual(
    unreadable,
    [2, 4, 5, 6, 7].map((number) => `audit.jsonl:${number}`),
  );
  assert.deepEqual(
    statuses(line('session.read', { session: 's', data: { status: 1 } }), line('status.changed', { session: 's' })),
    [],
  );
});

function recording(
  gone: ReadonlySet<string> = new Set(),
): Replay & { readonly set: StatusSet[]; readonly erased: Erased[] } {
  const [set, erased]: [StatusSet[], Erased[]] = [[], []];
  const of = (session: string): 'done' | 'gone' => (gone.has(session) ? 'gone' : 'done');
  return {
    set,
    erased,
    setStatus: async (change) => {
      set.push(change);
      return of(change.session);
    },
    erase: async (one) => {
      erased.push(one);
      return of(one.session);
    },
  };
}

test('statuses and erasures are replayed, and records are inserted once', async (t) => {
  const store = await temporaryStore(t);
  const receipt = { id: 'erasure/u', session: 'u', client: '[purge]' };
  const text = [
    line('offer.made', { session: 's', request: 'r', data: { configurations: ['pid'] } }),
    changed('s', 1),
    changed('new', 1, 'pid'),
    line('session.erased', { ...receipt, openSince: START }),
    line('session.erased', { ...receipt, data: { deliveries: 2 } }),
  ].join('');
  const audit = readAuditLines([{ name: 'a', text }]);
  const replay = recording(new Set(['new']));
  assert.deepEqual(await replayAudit(store, replay, audit), {
    statuses: 1,
    lost: [{ tenant: 'root', session: 'new', configuration: 'pid', status: 1 }],
    erased: 1,
    records: 3,
  });
  assert.deepEqual(replay.set[0], { tenant: 'root', session: 's', status: 1 });
  assert.deepEqual(replay.erased, [{ tenant: 'root', session: 'u', client: '[purge]' }]);
  const { documents } = await store.find(auditRecords, { index: 'newest', equal: ['root'], limit: 10 });
  // The erasure writes its receipt itself.
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['offer.made', 'status.changed', 'status.changed'],
  );
  assert.deepEqual(documents.map(auditLine).join(''), text.split('\n').slice(0, 3).join('\n').concat('\n'));
  assert.equal((await replayAudit(store, recording(), audit)).records, 0);
});

test('an error of a service ends the replay: no line is skipped silently', async (t) => {
  const store = await temporaryStore(t);
  const audit = readAuditLines([{ name: 'a', text: changed('s', 1) }]);
  const failing: Replay = { ...recording(), setStatus: () => Promise.reject(new Error('no store')) };
  await assert.rejects(replayAudit(store, failing, audit), /no store/);
});

const allocated: Allocation = {
  entry: { id: 'root/s/hash', tenant: 'root', list: 1, indexes: [5], session: 's', configuration: 'pid' },
  size: 64,
  bits: 1,
  at: START,
};

test('lines of allocated indexes are read, and are no records of the audit log', async (t) => {
  const text = [allocationLine(allocated), changed('s', 1), allocationLine(allocated)].join('');
  const audit = readAuditLines([{ name: 'a', text }]);
  assert.deepEqual(allocations(audit.records), [allocated]);
  const store = await temporaryStore(t);
  assert.equal((await replayAudit(store, recording(), audit)).records, 1);
  const { documents } = await store.find(auditRecords, { index: 'newest', equal: ['root'], limit: 10 });
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['status.changed'],
  );
});

test('an invalid line of indexes is named', () => {
  const bad = allocationLine(allocated).replace('[5]', '[64]');
  const audit = readAuditLines([{ name: 'a', text: `${allocationLine(allocated)}${bad}` }]);
  assert.deepEqual([audit.unreadable, allocations(audit.records)], [['a:2'], [allocated]]);
});

test('the erasure of a renewal that the backup lacks ends its refresh token; the purge of one does not', async (t) => {
  const store = await temporaryStore(t);
  const erased = (session: string, client: string): string =>
    line('session.erased', {
      id: `erasure/${session}`,
      session,
      client,
      data: { firstSession: `first of ${session}` },
    });
  const audit = readAuditLines([{ name: 'a', text: erased('r1', 'backend') + erased('r2', '[purge]') }]);
  const replay = recording(new Set(['r1', 'r2']));
  await replayAudit(store, replay, audit);
  assert.deepEqual(
    replay.erased.map(({ session }) => session),
    ['r1', 'first of r1', 'r2'],
  );
});
