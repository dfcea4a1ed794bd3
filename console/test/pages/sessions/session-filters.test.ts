import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOf, hasFilters, queryOf } from '../../../src/pages/sessions/session-filters.ts';

test('the address has the filters; what it has besides is left out', () => {
  const filters = filtersOf({ status: 'failed', configuration: 'pid', state: 'Erika', other: 'x', toString: 'y' });
  assert.deepEqual(filters, { status: 'failed', kind: '', configuration: 'pid', from: '', until: '', dryRun: '' });
  assert.deepEqual(queryOf(filters, ''), { status: 'failed', configuration: 'pid' });
  assert.deepEqual(
    [hasFilters(filters, ''), hasFilters(filtersOf({}), ''), hasFilters(filtersOf({}), 'r')],
    [true, false, true],
  );
});

test('days begin in the zone of the person; the text of the backend is asked for and not in the address', () => {
  const query = queryOf(filtersOf({ from: '2026-01-26', until: 'soon' }), 'order-7');
  assert.deepEqual(query, { from: new Date(2026, 0, 26).toISOString(), until: 'soon', state: 'order-7' });
});
