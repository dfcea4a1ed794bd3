/** An issuer whose tenant publishes the list `pid`, for tests. */
import type { TestContext } from 'node:test';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { openIssuer } from '../world.ts';

export const { anchor } = await makeSigningKey();
export const TENANT = 'default';

export async function openHost(t: TestContext) {
  const world = await openIssuer(t);
  const call = (operation: string, more: object = {}) =>
    world.call(`issuer.${operation}`, { tenant: TENANT, params: { list: 'pid' }, ...more });
  await call('hosted-list.put', { body: listBody({ updateInterval: 3600 }), client: 'ada' });
  const own = ofTenant(world.platform.store, TENANT);
  const addEntity = (more: object = {}) => call('hosted-list.entity.put', { body: entityBody(anchor, more) });
  return { world, own, call, addEntity };
}
