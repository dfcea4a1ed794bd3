import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkPushedSignIn } from '../../src/authorize/check-pushed-sign-in.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

const found = (signIn?: object) => ({ session: sessionWith(given('pushed', signIn && { signIn })), hash: 'h' });
const required = { configurationId: 'login' };

test('the session or a configuration demands the sign-in, and no presentation comes with it', () => {
  assert.equal(checkPushedSignIn({ found: found(), pushed: [{}], required }).signsIn, false);
  assert.equal(checkPushedSignIn({ found: found({}), pushed: [{}], required: undefined }).signsIn, true);
  assert.equal(checkPushedSignIn({ found: found(), pushed: [{ signIn: true }], required: undefined }).signsIn, true);
  assert.throws(() => checkPushedSignIn({ found: found({}), pushed: [{}], required }), { code: 'access_denied' });
});

test('the reason names the configurations of the offer', async () => {
  assert.deepEqual(await refusalOf(() => checkPushedSignIn({ found: found({}), pushed: [{}], required })), {
    ...{ code: 'access_denied', reason: 'sign_in_and_presentation', facts: { configurationIds: ['pid', 'pass'] } },
  });
});
