import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuanceStates, presentationStates, sessionStatuses } from '../../src/schemas/session-states.ts';

test('each status is named once, and each has a meaning', () => {
  const named = [...Object.keys(issuanceStates), ...Object.keys(presentationStates)];
  assert.deepEqual([...sessionStatuses].sort(), [...new Set(named)].sort());
  assert.equal(new Set(sessionStatuses).size, sessionStatuses.length);
  for (const meaning of [...Object.values(issuanceStates), ...Object.values(presentationStates)]) {
    assert.match(meaning, /^[A-Z].*[^.]$/);
  }
});
