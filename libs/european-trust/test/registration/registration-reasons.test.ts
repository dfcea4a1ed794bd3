import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registrationReasons } from '../../src/registration/registration-reasons.ts';

it('each reason has one sentence of explanation and one of hint', () => {
  for (const [name, { explanation, hint }] of Object.entries(registrationReasons)) {
    assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    for (const sentence of [explanation, hint])
      assert.match(sentence, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, name);
  }
});
