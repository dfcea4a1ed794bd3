import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReason, readReasoned, reasoned, reasonOf, relayedReason } from '../../../src/kernel/reasons/reasons.ts';
import { sharedReasons as reasons } from '../../../src/kernel/reasons/shared-reasons.ts';

const unlisted = { received: 'text/plain', bytes: 5 };

describe('reasons', () => {
  it('knows the names of a catalogue, and no others', () => {
    assert.equal(isReason(reasons, 'session_unknown'), true);
    for (const other of ['toString', 'constructor', '', undefined, 1]) assert.equal(isReason(reasons, other), false);
  });

  it('keeps the facts that an entry lists, and leaves the others out', () => {
    const kept = { reason: 'content_type', facts: { received: 'text/plain' } };
    assert.deepEqual(reasoned(reasons, 'content_type', unlisted), kept);
    assert.deepEqual(readReasoned(reasons, 'content_type', unlisted), kept);
    assert.deepEqual(reasoned(reasons, 'content_type', { bytes: 5 }), { reason: 'content_type' });
    assert.deepEqual(reasoned(reasons, 'session_unknown'), { reason: 'session_unknown' });
    for (const facts of [undefined, null, 'text', { received: { a: 1 } }, { received: [1] }]) {
      assert.deepEqual(readReasoned(reasons, 'content_type', facts), { reason: 'content_type' });
    }
  });

  it('reads a reason that the catalogue does not have as none, and that of an error as unexplained', () => {
    assert.equal(readReasoned(reasons, 'of_a_newer_version', {}), undefined);
    const newer = relayedReason('of_a_newer_version', undefined) ?? assert.fail('none');
    assert.deepEqual(reasonOf(reasons, newer), { reason: 'unexplained' });
    assert.deepEqual(reasonOf(reasons, { reason: 'session_unknown' }), { reason: 'session_unknown' });
  });

  it('relays a reason that it does not know with known facts, limited in size', () => {
    const facts = { received: 'a '.repeat(150), other: 'x', count: [1] };
    assert.deepEqual(relayedReason('of_another_service', facts), {
      reason: 'of_another_service',
      facts: { received: `${'a '.repeat(99)}a…` },
    });
    for (const name of ['no name', 'Other', '', 'x'.repeat(65), 1, undefined]) {
      assert.equal(relayedReason(name, {}), undefined);
    }
  });
});
