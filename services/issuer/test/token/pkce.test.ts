import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import fc from 'fast-check';
import { checkCodeVerifier } from '../../src/token/pkce.ts';
import { sha256 } from '../support.ts';

/** RFC 7636, Appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('the vector of RFC 7636 passes', () => {
  checkCodeVerifier(VERIFIER, CHALLENGE);
});

/** Each with its own challenge, so that only the form can be refused. */
const malformedVerifiers: readonly [name: string, verifier: string][] = [
  ['empty', ''],
  ['42 characters', 'a'.repeat(42)],
  ['129 characters', 'a'.repeat(129)],
  ['a character of plain base64', `${'a'.repeat(43)}+`],
  ['a blank', `${'a'.repeat(43)} `],
  ['a line end', `${'a'.repeat(43)}\n`],
  ['a character outside ASCII', `${'a'.repeat(43)}é`],
];

for (const [name, verifier] of malformedVerifiers) {
  test(`refused at the token request although the hash fits: ${name}`, () => {
    refuses(() => checkCodeVerifier(verifier, sha256(verifier)), 'invalid_grant', /malformed/);
  });
}

const wrongVerifiers: readonly [name: string, verifier: string | undefined][] = [
  ['missing', undefined],
  ['another one', `${VERIFIER.slice(0, -1)}l`],
  ['the challenge itself, as plain would have it', CHALLENGE],
  ['in other case', VERIFIER.toUpperCase()],
  ['longer', `${VERIFIER}A`],
];

for (const [name, verifier] of wrongVerifiers) {
  test(`refused at the token request: verifier ${name}`, () => {
    refuses(() => checkCodeVerifier(verifier, CHALLENGE), 'invalid_grant', undefined, CHALLENGE);
  });
}

test('every verifier of the grammar passes with its challenge and with no other', () => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
  const verifier = fc.string({ unit: fc.constantFrom(...characters), minLength: 43, maxLength: 128 });
  fc.assert(
    fc.property(verifier, verifier, (right, other) => {
      const challenge = sha256(right);
      checkCodeVerifier(right, challenge);
      if (other !== right) refuses(() => checkCodeVerifier(other, challenge), 'invalid_grant');
    }),
  );
});

test('a missing, a malformed and another verifier have different reasons or facts', () => {
  const why = (verifier: string | undefined) => {
    const { reason, facts } = whyOf(refuses(() => checkCodeVerifier(verifier, CHALLENGE), 'invalid_grant'));
    return [reason, facts?.detail];
  };
  assert.deepEqual(why(undefined), ['pkce_verifier', 'missing']);
  assert.deepEqual(why('short'), ['pkce_verifier', 'malformed']);
  assert.deepEqual(why(CHALLENGE), ['pkce_verifier', 'mismatch']);
});
