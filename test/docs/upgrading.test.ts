/** docs/how-to/upgrading.md lists every word that cannot be a tenant's id. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reservedWords } from '@countersign/gateway/edge/match';
import { ROOT } from '../cluster/cluster-processes.ts';

test('the list of reserved words is whole', () => {
  const text = readFileSync(join(ROOT, 'docs/how-to/upgrading.md'), 'utf8');
  const section = /## Words that no tenant id can be\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  assert.deepEqual(
    [...reservedWords()].filter((word) => !section.includes(`\`${word}\``)),
    [],
  );
});
