import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import fc from 'fast-check';
import { checkCodeChallenge } from '../../src/authorize/check-code-challenge.ts';
import type { WalletParameters } from '../../src/client/wallet-parameters.ts';
import { sha256 } from '../support.ts';

/** RFC 7636, Appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

function sent(challenge: string | undefined, method: string | undefined): WalletParameters {
  return { parameters: { code_challenge: challenge, code_challenge_method: method } };
}

test('the vector of RFC 7636 passes', () => {
  assert.deepEqual(checkCodeChallenge(sent(CHALLENGE, 'S256')), { codeChallenge: CHALLENGE });
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
    refuses(() => checkCodeChallenge(sent(challenge, method)), 'invalid_request', /code_challenge/);
  });
}

test('the hash of every verifier passes', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 43 }), (verifier) => {
      const challenge = sha256(verifier);
      assert.deepEqual(checkCodeChallenge(sent(challenge, 'S256')), { codeChallenge: challenge });
    }),
  );
});

test('a missing challenge, another method and another form have different reasons', () => {
  const why = (challenge?: string, method?: string) => {
    const { reason, facts } = whyOf(refuses(() => checkCodeChallenge(sent(challenge, method)), 'invalid_request'));
    return [reason, facts];
  };
  assert.deepEqual(why(), ['pkce_missing', { parameter: 'code_challenge' }]);
  assert.deepEqual(why(CHALLENGE), ['pkce_method', { expected: 'S256', received: 'plain' }]);
  assert.deepEqual(why(CHALLENGE, 'S512'), ['pkce_method', { expected: 'S256', received: 'S512' }]);
  const facts = { count: 44, expected: '43 characters of base64url' };
  assert.deepEqual(why(`${CHALLENGE}=`, 'S256'), ['pkce_challenge', facts]);
});
