/** The adapter of the library's records, on a separate store. */
import type { TestContext } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { adapterFor } from '../../src/login/adapter.ts';
import { grantReferences } from '../../src/login/grants.ts';
import { loginWorld } from './world.ts';

export class Used extends Error {}

export async function openedAdapter(t: TestContext, tenant = 'default') {
  const world = await loginWorld(t);
  const parts = {
    ...world,
    tenant,
    keptUntil: async (id: string) => (id === 'kept' ? world.clock() + 9000 : undefined),
    used: () => new Used(),
    references: grantReferences(Buffer.alloc(32, 1), { clock: world.clock, random: systemRandom }),
    ended: new Map<string, JsonObject>(),
  };
  const { references, ended } = parts;
  const of = adapterFor(parts);
  /** A code is stored as the library does it. */
  const issue = async (more: JsonObject = {}) => {
    const grantId = references.grant();
    const code = references.code(grantId);
    const about = { accountId: 'erika', clientId: 'shop', scope: 'openid profile', iat: world.clock() / 1000 };
    await of('AuthorizationCode').upsert(code, { jti: code, grantId, ...about, ...more }, 60);
    return { grantId, code, token: references.token(grantId), forged: references.code(grantId) };
  };
  return { ...world, of, ofOther: adapterFor({ ...parts, tenant: 'other' }), ended, issue };
}
