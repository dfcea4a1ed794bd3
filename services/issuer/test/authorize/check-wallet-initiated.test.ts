import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkWalletInitiated } from '../../src/authorize/check-wallet-initiated.ts';
import type { Received } from '../../src/client/received.ts';

const issuer = 'https://issuer.example';
const all = [
  { id: 'diploma', scope: 'diploma_scope', walletInitiated: true },
  { id: 'badge', scope: 'badge', walletInitiated: true },
  { id: 'pid', scope: 'pid' },
];
const check = async (parameters: JsonObject, provider: object | undefined = {}): Promise<readonly string[]> => {
  const known = {
    configurations: { list: async () => all.map((configuration) => ({ id: configuration.id, configuration })) },
    signIn: { providers: { of: async () => provider } },
    ...{ request: { tenant: 't1' }, parameters, issuer },
  };
  return (await checkWalletInitiated(known as unknown as Received)).offered.map(({ id }) => id);
};
const details = (...ids: string[]) => ({
  authorization_details: JSON.stringify(
    ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })),
  ),
});

test('a wallet may begin with configurations that allow it, named by scope or by authorization_details', async () => {
  assert.deepEqual(await check({ scope: 'diploma_scope' }), ['diploma', 'badge']);
  assert.deepEqual(await check({ scope: 'foreign badge' }), ['diploma', 'badge']);
  assert.deepEqual(await check(details('diploma', 'badge')), ['diploma', 'badge']);
});

test('it may not begin with another one, with none, or at a tenant without a provider', async () => {
  const denied = { code: 'access_denied' };
  for (const parameters of [{}, { scope: 'pid' }, { scope: 'badge pid' }, { scope: 'diploma' }, details('pid')]) {
    await assert.rejects(check(parameters), denied, JSON.stringify(parameters));
  }
  await assert.rejects(check({ scope: 'badge', ...details('pid') }), denied);
  await assert.rejects(check({ authorization_details: '[]' }), { code: 'invalid_authorization_details' });
  const noProvider = checkWalletInitiated({
    signIn: { providers: { of: async () => undefined } },
    request: { tenant: 't1' },
    parameters: {},
  } as unknown as Received);
  await assert.rejects(noProvider, denied);
});

test('the reason names the configurations that need an offer', async () => {
  assert.deepEqual(await refusalOf(() => check({ scope: 'badge pid' })), {
    ...{ code: 'access_denied', reason: 'configuration_needs_offer' },
    facts: { received: ['badge', 'pid'], configurationIds: ['badge', 'pid'] },
  });
});
