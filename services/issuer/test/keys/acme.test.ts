import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { certificateOrderId, certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { acmeChallenge, renewals } from '../../src/keys/acme.ts';
import { createTenantKeySets } from '../../src/keys/key-set-operations.ts';
import { openIssuer } from '../world.ts';

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

test('what acme.json asks for is shown with its order, of the own tenant only', async (t) => {
  const world = await openIssuer(t);
  const certificate = {
    directory: 'https://ca.example/directory',
    set: 'shop',
    identifiers: [{ type: 'wrp-id', value: 'NTRDE-HRB1' }],
    subject: { commonName: 'Shop' },
  };
  writeFileSync(join(world.configFolder, 'acme.json'), JSON.stringify({ certificates: [certificate] }));
  const show = async () =>
    (
      await renewals(
        world.platform,
        createTenantKeySets(world.platform, async () => []),
      )(world.request({}))
    ).body as unknown as { certificates: object[] };
  const { directory, set } = certificate;
  assert.deepEqual(await show(), {
    certificates: [{ set, purpose: 'request', directory, state: 'waiting', failures: 0 }],
  });
  const order = { set, purpose: 'request', next: 0, failures: 0, obtainedAt: 0 } as const;
  for (const tenant of ['default', 'other']) {
    const id = certificateOrderId(tenant, order);
    await ofTenant(world.store, tenant).insert(certificateOrders, { ...order, id, tenant });
  }
  const { certificates } = await show();
  assert.equal(certificates.length, 1);
  assert.match(JSON.stringify(certificates), /"state":"done"/);
});
