import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { warnOnce } from '../../src/request/request-create.ts';

const configuration = { id: 'name-check', source: 'file', version: '1' } as const;

function warner(NODE_ENV: string | undefined): {
  readonly lines: string[];
  readonly warn: ReturnType<typeof warnOnce>;
} {
  const lines: string[] = [];
  const log = createLog('debug', Date.now, (line) => lines.push(line));
  return { lines, warn: warnOnce({ log, settings: { ...readSettings({}).settings, NODE_ENV } as never }) };
}

test('a missing registration certificate: once per configuration and version, in production', () => {
  const { lines, warn } = warner('production');
  warn('default', configuration);
  warn('default', configuration);
  assert.equal(lines.length, 1);
  warn('default', { ...configuration, version: '2' });
  warn('other', configuration);
  assert.equal(lines.length, 3);
  assert.match(lines[2] ?? '', /"tenant":"other","configuration":"name-check"/);
});

test('no warning outside of production: samples have no certificate', () => {
  const { lines, warn } = warner(undefined);
  warn('default', configuration);
  assert.deepEqual(lines, []);
});
