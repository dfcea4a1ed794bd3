import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageRoutes } from '../../src/routes/pages.ts';

const operations = (rows: typeof pageRoutes): readonly string[] => rows.map(({ operation }) => operation);

test('whoever asks gets a page, and its requests count for RATE_OPEN', () => {
  for (const { operation, method, auth, rate, task, bodyLimit } of pageRoutes) {
    assert.deepEqual([method, auth, rate, task, bodyLimit], ['GET', 'none', 'open', 'pages', 0], operation);
  }
});

test('pages of other origins read only what is made for them', () => {
  assert.deepEqual(operations(pageRoutes.filter(({ cors }) => cors)), [
    'gateway.file-schema',
    'gateway.dc-api',
    'gateway.dc-api.types',
    'gateway.button',
    'gateway.public-file',
  ]);
});

test('browsers keep for ever only the files whose names change with their contents', () => {
  assert.deepEqual(operations(pageRoutes.filter(({ cache }) => cache?.includes('immutable'))), [
    'gateway.console.file',
  ]);
});
