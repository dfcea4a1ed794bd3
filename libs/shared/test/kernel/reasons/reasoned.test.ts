import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasoned } from '../../../src/kernel/reasons/reasoned.ts';

describe('a reason of a table', () => {
  it('keeps the facts that its entry lists, and leaves the others out', () => {
    assert.deepEqual(reasoned('content_type', { received: 'text/plain', bytes: 5 }), {
      reason: 'content_type',
      facts: { received: 'text/plain' },
    });
    assert.deepEqual(reasoned('content_type', { bytes: 5 }), { reason: 'content_type' });
    assert.deepEqual(reasoned('code_unknown'), { reason: 'code_unknown' });
  });
});
