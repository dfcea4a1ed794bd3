import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningHints, warningView } from '../../src/warnings/warning.ts';

test('each warning says what to change, in one sentence', () => {
  for (const [code, hint] of Object.entries(warningHints)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(hint.length > 10 && hint.length < 200 && !hint.endsWith('.'), code);
  }
  assert.deepEqual(warningView({ code: 'display_missing', detail: 'd', pointer: '/p' }), {
    code: 'display_missing',
    pointer: '/p',
    detail: 'd',
    hint: warningHints.display_missing,
  });
});
