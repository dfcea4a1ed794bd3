import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProtocolError } from '../../src/kernel/errors.ts';

describe('ProtocolError', () => {
  it('does not compile without a reason, nor with a fact that the reason does not list', () => {
    // @ts-expect-error a refusal explains itself
    const unexplained = () => new ProtocolError('invalid_grant', 'No');
    // @ts-expect-error the reason is not in the catalogue
    const unknown = () => new ProtocolError('invalid_grant', 'No', { reason: 'no_such_reason' });
    // @ts-expect-error options without a reason
    const detailed = () => new ProtocolError('invalid_grant', 'No', { detail: 'x' });
    const facts = { received: 'x' };
    // @ts-expect-error the reason has no fact of this name
    const foreign = () => new ProtocolError('invalid_grant', 'No', { reason: 'session_unknown', facts });
    for (const make of [unexplained, unknown, detailed, foreign]) assert.equal(typeof make, 'function');
    const { options } = new ProtocolError('invalid_request', 'No', {
      reason: 'content_type',
      facts: { received: 'x' },
    });
    assert.deepEqual(options, { reason: 'content_type', facts });
  });
});
