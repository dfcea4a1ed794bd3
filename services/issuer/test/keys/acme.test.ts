import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { acmeChallenge } from '../../src/keys/acme.ts';

const TOKEN = 'a-token-of-an-order';

test('the challenge of an order is answered on every replica, whatever the tenant', async (t) => {
  const store = await temporaryStore(t);
  const ask = async (token: string) =>
    acmeChallenge({ store })({ tenant: 'default', params: { token } } as unknown as Parameters<
      ReturnType<typeof acmeChallenge>
    >[0]);
  const unknown = (error: unknown): boolean =>
    error instanceof ProtocolError && error.options.reason === 'acme_challenge_unknown';
  await assert.rejects(ask(TOKEN), unknown);
  const order = { id: 'other/shop/request', tenant: 'other', set: 'shop', purpose: 'request' } as const;
  const open = { ...order, tokens: [TOKEN], thumbprint: 'the-thumbprint', next: 0, failures: 0 };
  await ofTenant(store, 'other').insert(certificateOrders, open);
  const answer = await ask(TOKEN);
  assert.equal('raw' in answer && String(answer.raw), `${TOKEN}.the-thumbprint`);
  await assert.rejects(ask('another-token-of-an-order'), unknown);
  await assert.rejects(ask('../../etc/passwd'), unknown);
});
