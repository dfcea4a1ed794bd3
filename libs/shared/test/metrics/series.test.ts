import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeries } from '../../src/metrics/series.ts';

test('equal labels have one series, in any order and in another object', () => {
  const series = createSeries(['route', 'status'], (labels) => ({ labels, count: 0 }));
  series.of({ route: '/a', status: '200' }).count += 1;
  series.of({ status: '200', route: '/a' }).count += 1;
  assert.deepEqual(series.all(), [{ labels: { route: '/a', status: '200' }, count: 2 }]);
});

test('a label that differs makes another series, in the order of their beginning', () => {
  const series = createSeries(['route', 'status'], (labels) => labels);
  series.of({ route: '/b', status: '404' });
  series.of({ route: '/a', status: '200' });
  series.of({ route: '/b', status: '200' });
  series.of({ route: '/a', status: '200' });
  assert.deepEqual(
    series.all().map(({ route, status }) => `${route} ${status}`),
    ['/b 404', '/a 200', '/b 200'],
  );
});

test('values do not run into each other', () => {
  const series = createSeries(['a', 'b'], (labels) => labels);
  assert.notEqual(series.of({ a: 'x', b: 'yz' }), series.of({ a: 'xy', b: 'z' }));
  assert.notEqual(series.of({ a: '', b: 'x' }), series.of({ a: 'x', b: '' }));
});

test('a metric without labels has one series', () => {
  const series = createSeries([], () => ({}));
  assert.equal(series.of({}), series.of({}));
});

test('the labels are those of the first call, whatever becomes of its object', () => {
  const series = createSeries(['job'], (labels) => labels);
  const given = { job: 'purge' };
  series.of(given);
  given.job = 'other';
  assert.deepEqual(series.all(), [{ job: 'purge' }]);
});
