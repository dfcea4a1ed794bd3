import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registrationReasons } from '../../src/registration/registration-reasons.ts';

it('each reason has at most two sentences of explanation and three of hint, each with its full stop', () => {
  for (const [name, { explanation, hint }] of Object.entries(registrationReasons)) {
    assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    for (const [text, most] of [
      [explanation, 2],
      [hint, 3],
    ] as const) {
      const sentences = text.split(/(?<=\.) /);
      assert.ok(sentences.length <= most, `${name}: ${text}`);
      for (const sentence of sentences) assert.match(sentence, /^[A-Z\d`][^\n]*\.$/, name);
    }
  }
});
