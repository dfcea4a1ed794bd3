import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkNoSignIn } from '../../src/authorize/check-no-sign-in.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

const found = (signIn?: object) => ({ session: sessionWith(given('created', signIn && { signIn })), hash: 'h' });

test('a pre-authorized code is refused where the offer or a changed configuration demands a sign-in', () => {
  checkNoSignIn({ found: found(), offeredNow: [{}] });
  assert.throws(() => checkNoSignIn({ found: found({}), offeredNow: [{}] }), { code: 'invalid_grant' });
  assert.throws(() => checkNoSignIn({ found: found(), offeredNow: [{}, { signIn: true }] }), { code: 'invalid_grant' });
});

test('the reason names the configurations of the offer', async () => {
  assert.deepEqual(await refusalOf(() => checkNoSignIn({ found: found({}), offeredNow: [{}] })), {
    ...{ code: 'invalid_grant', reason: 'offer_needs_sign_in', facts: { configurationIds: ['pid', 'pass'] } },
  });
});
