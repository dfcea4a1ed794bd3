/** Every state and every transition: given a state, when something comes, then the next state or the wallet's error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import * as machine from './by-part.ts';
import {
  accepted,
  authorization,
  type GivenState,
  given,
  grant,
  NOW,
  nextCredential,
  OTHER_JKT,
  outcome,
  PRE_AUTHORIZED,
  pushed,
  redemption,
  repeated,
  type Then,
  TOKEN,
} from './issuance-given.ts';

const when = {
  'a request is pushed': (part: IssuancePart) => machine.push(part, pushed),
  'the request_uri comes': (part: IssuancePart) => machine.authorize(part, authorization),
  'the code comes': (part: IssuancePart) => machine.redeemCode(part, redemption),
  'the code comes from a stranger': (part: IssuancePart) =>
    machine.recordCodeReuse(part, { ...repeated, dpopJkt: OTHER_JKT }),
  'the pre-authorized code comes': (part: IssuancePart) => machine.redeemPreAuthorizedCode(part, PRE_AUTHORIZED, grant),
  'a credential is made': (part: IssuancePart) =>
    machine.recordCredentials(part, {
      tokenHash: TOKEN,
      now: NOW,
      credentials: [nextCredential],
      most: 30,
    }).progress,
  'acceptance is reported': (part: IssuancePart) => machine.recordNotification(part, accepted).progress,
  'the issuance fails': (part: IssuancePart) => machine.fail(part, 'reason').progress,
};
type When = keyof typeof when;

const WHEN: readonly When[] = [
  'a request is pushed',
  'the request_uri comes',
  'the code comes',
  'the code comes from a stranger',
  'the pre-authorized code comes',
  'a credential is made',
  'acceptance is reported',
  'the issuance fails',
];
const [URI, CODE_OUT, NOTE] = ['invalid_request_uri', 'invalid_grant', 'invalid_notification_id'] as const;
const table: Record<GivenState, readonly Then[]> = {
  created: ['pushed', URI, CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'failed'],
  pushed: ['pushed', 'authorized', CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'failed'],
  authorized: ['pushed', URI, 'token_issued', 'same', CODE_OUT, 'invalid_token', NOTE, 'failed'],
  presentation_required: ['pushed', URI, CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'failed'],
  token_issued: ['pushed', URI, CODE_OUT, 'revoked', CODE_OUT, 'issued', NOTE, 'failed'],
  issued: ['invalid_request', URI, CODE_OUT, 'revoked', CODE_OUT, 'issued', 'completed', 'same'],
  completed: ['invalid_request', URI, CODE_OUT, 'revoked', CODE_OUT, 'same', 'same', 'same'],
  'completed long ago': ['invalid_request', URI, CODE_OUT, 'revoked', CODE_OUT, 'invalid_token', 'same', 'same'],
  exhausted: ['invalid_request', URI, CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'same'],
  failed: ['invalid_request', URI, CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'same'],
  'failed with a token': ['invalid_request', URI, CODE_OUT, 'revoked', CODE_OUT, 'invalid_token', NOTE, 'same'],
  expired: ['invalid_request', URI, CODE_OUT, 'same', CODE_OUT, 'invalid_token', NOTE, 'same'],
};

for (const state of Object.keys(table) as GivenState[]) {
  WHEN.forEach((step, index) => {
    const then = table[state][index];
    test(`given ${state}, when ${step}, then ${then}`, () => {
      const part = given(state);
      const before = structuredClone(part);
      assert.equal(outcome(part, when[step]), then);
      assert.deepEqual(part, before, 'a transition changes nothing in place');
    });
  });
}

test('the table has every transition', () => {
  assert.deepEqual([...WHEN].sort(), Object.keys(when).sort());
  for (const row of Object.values(table)) assert.equal(row.length, WHEN.length);
});
