import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReason, reasoned, reasons } from '../../../src/kernel/reasons/reasons.ts';

describe('the catalogue of reasons', () => {
  it('has one sentence of explanation and one of hint for each reason', () => {
    for (const [name, { explanation, hint }] of Object.entries(reasons)) {
      assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      assert.match(explanation, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: explanation`);
      assert.match(hint, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: hint`);
    }
  });

  it('knows its names, and no others', () => {
    assert.equal(isReason('code_unknown'), true);
    for (const other of ['toString', 'constructor', '', undefined, 1]) assert.equal(isReason(other), false);
  });

  it('keeps the facts that an entry lists, and leaves the others out', () => {
    assert.deepEqual(reasoned('content_type', { received: 'text/plain', bytes: 5 }), {
      reason: 'content_type',
      facts: { received: 'text/plain' },
    });
    assert.deepEqual(reasoned('content_type', { bytes: 5 }), { reason: 'content_type' });
    assert.deepEqual(reasoned('code_unknown'), { reason: 'code_unknown' });
  });
});
