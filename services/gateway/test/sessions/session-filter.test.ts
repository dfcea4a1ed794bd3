/** Which index serves which filters, and what must still be checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { candidatesOf, FILTERS, matchesFilter, readFilter } from '../../src/sessions/session-filter.ts';

const NOW = Date.parse('2026-01-26T09:30:00Z');
const END = NOW + 1;

test('each filter has an index of the collection; of several the most telling one is used', () => {
  for (const [query, index, equal] of [
    [{}, 'newest', undefined],
    [{ kind: 'issuance' }, 'kind', 'issuance'],
    [{ kind: 'issuance', status: 'created' }, 'status', 'created'],
    [{ configuration: 'pid', status: 'created', kind: 'issuance' }, 'configuration', 'pid'],
    [{ configuration: 'pid', status: 'expired' }, 'expiry', undefined],
    [{ configuration: 'pid', state: 's', status: 'expired' }, 'state', 's'],
    [{ offerSession: 'o', state: 's' }, 'offer', 'o'],
    [{ offerSession: 'o', firstSession: 'f' }, 'first', 'f'],
    [{ dryRun: 'true' }, 'dryRun', undefined],
    [{ dryRun: 'true', configuration: 'pid', status: 'created' }, 'dryRun', undefined],
  ] as const) {
    const candidates = candidatesOf(readFilter(query), END);
    assert.deepEqual([candidates.index, candidates.equal?.[0]], [index, equal], JSON.stringify(query));
    assert.ok(sessions.indexes[candidates.index]);
  }
});

test('times bound the index; those that expired and dry runs are bound by their end, which is after their creation', () => {
  const times = { from: '2026-01-26', until: '2026-01-27T00:00Z' };
  const [from, until] = [Date.parse(times.from), Date.parse(times.until)];
  assert.deepEqual(candidatesOf(readFilter({ ...times, kind: 'issuance' }), END), {
    index: 'kind',
    equal: ['issuance'],
    from,
    below: until,
  });
  assert.deepEqual(candidatesOf(readFilter(times), END), { index: 'newest', from, below: until });
  assert.deepEqual(candidatesOf(readFilter({ ...times, status: 'expired' }), END), {
    index: 'expiry',
    from,
    below: END,
  });
  assert.deepEqual(candidatesOf(readFilter({ ...times, dryRun: 'true' }), END), { index: 'dryRun', from });
  assert.throws(() => readFilter({ from: '26.1.2026' }), { code: 'invalid_request' });
});

test('every filter that the index does not cover is checked', () => {
  const session = {
    id: 's',
    rev: 1,
    tenant: 't',
    kind: 'issuance',
    configurations: ['pid'],
    status: 'issued',
    state: 'order',
    createdAt: NOW,
  } as unknown as SessionDocument;
  const matches = (query: Readonly<Record<string, string>>, change: Partial<SessionDocument> = {}) =>
    matchesFilter({ ...session, ...change }, readFilter(query), NOW + 1);
  const fits = { kind: 'issuance', configuration: 'pid', state: 'order', from: '2026-01-26', until: '2026-01-27' };
  assert.equal(matches(fits), true);
  for (const [name, other] of Object.entries({
    kind: 'presentation',
    configuration: 'age',
    state: 'other',
    status: 'created',
    dryRun: 'true',
    from: '2026-01-27',
    until: '2026-01-26',
  })) {
    assert.equal(matches({ ...fits, [name]: other }), false, name);
    assert.ok(FILTERS.includes(name as (typeof FILTERS)[number]));
  }
  const { configurations: _, ...older } = session;
  assert.equal(matchesFilter(older, readFilter({ configuration: 'pid' }), NOW), false);
});
