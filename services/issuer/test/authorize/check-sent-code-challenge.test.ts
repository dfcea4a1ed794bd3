import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkSentCodeChallenge } from '../../src/authorize/check-sent-code-challenge.ts';

const code_challenge = 'c'.repeat(43);

test('a challenge is optional; a sent one must be valid', () => {
  assert.deepEqual(checkSentCodeChallenge({ parameters: {} }), {});
  const parameters = { code_challenge, code_challenge_method: 'S256' };
  assert.deepEqual(checkSentCodeChallenge({ parameters }), { codeChallenge: code_challenge });
  refuses(() => checkSentCodeChallenge({ parameters: { code_challenge } }), 'invalid_request');
});
