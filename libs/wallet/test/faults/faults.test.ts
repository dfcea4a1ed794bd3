import assert from 'node:assert/strict';
import test from 'node:test';
import { type FaultName, faults, isFaultName } from '../../src/faults/faults.ts';

test('each fault has the name of its reason, or is a variant of it for a format, and one sentence', () => {
  for (const [name, { reason, summary }] of Object.entries(faults)) {
    const ofFormat = /^(mdoc|jwt_vc)_/.test(name) && Object.hasOwn(faults, reason);
    assert.ok(reason === name || ofFormat, name);
    assert.match(summary, /^[A-Z][^.]*(?:\d\.0[^.]*)?\.$/, name);
  }
});

test('no file takes the name of another', () => {
  const name: FaultName = 'code_unknown';
  assert.ok(isFaultName(name));
  assert.ok(!isFaultName('toString'));
  assert.ok(Object.keys(faults).length > 150, String(Object.keys(faults).length));
});
