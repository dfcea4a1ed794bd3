import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationView, withPublicUrl } from '../../src/flow-config/listed.ts';

test('the public address is replaced in every string, whatever stands in it', () => {
  const written = { a: '<PUBLIC_URL>/x', b: ['<PUBLIC_URL><PUBLIC_URL>', 1, null], c: { d: 'plain', e: true } };
  assert.deepEqual(withPublicUrl(written, 'https://h/$&'), {
    a: 'https://h/$&/x',
    b: ['https://h/$&https://h/$&', 1, null],
    c: { d: 'plain', e: true },
  });
});

test('the list shows what was written, or what is wrong', () => {
  const configuration = { id: 'x', source: 'api', version: '1' } as const;
  const times = { createdAt: 0, updatedAt: 1000 };
  assert.deepEqual(configurationView({ id: 'x', configuration, written: { id: 'x', a: 1 }, times }), {
    id: 'x',
    a: 1,
    source: 'api',
    createdAt: '1970-01-01T00:00:00.000Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
  const errors = [{ pointer: '/a', detail: 'no' }];
  assert.deepEqual(configurationView({ id: 'x', source: 'file', errors }), { id: 'x', source: 'file', error: errors });
});
