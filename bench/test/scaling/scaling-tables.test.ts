import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { listTokenBytes } from '@countersign/bench/scaling/list-bytes';
import { readMeasured } from '@countersign/bench/scaling/measured';
import { scalingTables } from '@countersign/bench/scaling/scaling-tables';
import { withTables } from '@countersign/bench/scaling/with-tables';

const root = resolve(import.meta.dirname, '../../../..');

test('the tables of docs/scaling.md are those of the measured figures', () => {
  const text = readFileSync(join(root, 'docs/scaling.md'), 'utf8');
  const made = withTables(text, scalingTables(readMeasured(root), listTokenBytes(0.01)));
  assert.equal(text, made, 'stale: npm run bench -- scaling --write');
});
