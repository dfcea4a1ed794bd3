import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import fc from 'fast-check';
import { checkCodeChallenge, checkCodeVerifier } from '../../src/protocol/pkce.ts';
import { sha256 } from './support.ts';

/** RFC 7636, Appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('the vector of RFC 7636 passes', () => {
  assert.equal(checkCodeChallenge(CHALLENGE, 'S256'), CHALLENGE);
  checkCodeVerifier(VERIFIER, CHALLENGE);
});

const badChallenges: readonly [name: string, challenge: string | undefined, method: string | undefined][] = [
  ['no challenge', undefined, 'S256'],
  ['no challenge and no method', undefined, undefined],
  ['no method, which means plain', CHALLENGE, undefined],
  ['plain', CHALLENGE, 'plain'],
  ['another spelling of the method', CHALLENGE, 's256'],
  ['an unknown method', CHALLENGE, 'S512'],
  ['an empty challenge', '', 'S256'],
  ['42 characters', CHALLENGE.slice(1), 'S256'],
  ['44 characters', `${CHALLENGE}A`, 'S256'],
  ['padding', `${CHALLENGE}=`, 'S256'],
  ['characters of plain base64', `+/${CHALLENGE.slice(2)}`, 'S256'],
  ['a line end', `${CHALLENGE}\n`, 'S256'],
];

for (const [name, challenge, method] of badChallenges) {
  test(`refused at the authorization request: ${name}`, () => {
    refuses(() => checkCodeChallenge(challenge, method), 'invalid_request', /code_challenge/);
  });
}

/** Each with its true challenge, so that only the form can refuse it. */
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
      const challenge = checkCodeChallenge(sha256(right), 'S256');
      checkCodeVerifier(right, challenge);
      if (other !== right) refuses(() => checkCodeVerifier(other, challenge), 'invalid_grant');
    }),
  );
});
