import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(fileURLToPath(import.meta.url), '..', '..', '..', '..');

test('the generated documents are those of the code', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts', 'generate-docs.mjs'), '--check']);
  await assert.doesNotReject(run, 'run npm run docs');
});
