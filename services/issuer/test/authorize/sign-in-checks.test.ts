import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkNoSignIn, checkPushedSignIn, checkSignInOffered } from '../../src/authorize/sign-in-checks.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

describe('checkNoSignIn', () => {
  const found = (signIn?: object) => ({ session: sessionWith(given('created', signIn && { signIn })), hash: 'h' });

  test('a pre-authorized code is refused where the offer or a changed configuration demands a sign-in', () => {
    checkNoSignIn({ found: found(), offeredNow: [{}] });
    assert.throws(() => checkNoSignIn({ found: found({}), offeredNow: [{}] }), { code: 'invalid_grant' });
    assert.throws(() => checkNoSignIn({ found: found(), offeredNow: [{}, { signIn: true }] }), {
      code: 'invalid_grant',
    });
  });

  test('the reason names the configurations of the offer', async () => {
    assert.deepEqual(await refusalOf(() => checkNoSignIn({ found: found({}), offeredNow: [{}] })), {
      code: 'invalid_grant',
      reason: 'offer_needs_sign_in',
      facts: { configurationIds: ['pid', 'pass'] },
    });
  });
});

describe('checkPushedSignIn', () => {
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
      code: 'access_denied',
      reason: 'sign_in_and_presentation',
      facts: { configurationIds: ['pid', 'pass'] },
    });
  });
});

describe('checkSignInOffered', () => {
  const at = (provider: object | undefined) => ({
    request: { tenant: 'acme' } as never,
    parameters: { op_state: 'state' },
    signIn: { providers: { of: async (tenant: string) => (tenant === 'acme' ? provider : {}) } } as never,
  });

  test('without a provider of the tenant itself an offer is needed', async () => {
    await checkSignInOffered(at({}));
    await assert.rejects(checkSignInOffered(at(undefined)), { code: 'invalid_request', message: /issuer_state/ });
  });

  test('the reason names the parameter of the draft that came', async () => {
    const facts = { parameter: 'op_state', presentName: 'issuer_state' };
    const why = await refusalOf(() => checkSignInOffered(at(undefined)));
    assert.deepEqual(why, { code: 'invalid_request', reason: 'issuer_state_missing', facts });
  });
});
