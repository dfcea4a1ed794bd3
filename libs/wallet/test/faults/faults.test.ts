import assert from 'node:assert/strict';
import test from 'node:test';
import { type FaultName, faults, isFaultName } from '../../src/faults/faults.ts';

test('each fault has the name of its reason, or is a variant for mdocs, and one sentence', () => {
  for (const [name, { reason, summary }] of Object.entries(faults)) {
    assert.ok(reason === name || (name.startsWith('mdoc_') && Object.hasOwn(faults, reason)), name);
    assert.match(summary, /^[A-Z][^.]*(?:\d\.0[^.]*)?\.$/, name);
  }
});

test('no file takes the name of another', () => {
  const name: FaultName = 'code_unknown';
  assert.ok(isFaultName(name));
  assert.ok(!isFaultName('toString'));
  assert.ok(Object.keys(faults).length > 150, String(Object.keys(faults).length));
});
