import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { buttonModule } from '../../src/documents/button-module.ts';

const asked = { headers: {} } as OperationRequest;

test('the element is served as its build has left it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'button-')), 'countersign-button.js');
  writeFileSync(file, 'export {};');
  const { raw, contentType } = await buttonModule(file)(asked);
  assert.deepEqual([String(raw), contentType], ['export {};', 'text/javascript; charset=utf-8']);
});

test('without a build there is nothing at its address', async () => {
  const { code } = await refusalOf(() => buttonModule('/nowhere/countersign-button.js')(asked));
  assert.equal(code, 'not_found');
});
