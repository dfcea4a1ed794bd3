import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkSignInOffered } from '../../src/authorize/check-sign-in-offered.ts';

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
