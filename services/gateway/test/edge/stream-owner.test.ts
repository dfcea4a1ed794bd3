import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Caller } from '../../src/authenticate/caller.ts';
import type { TenantStatus } from '../../src/authenticate/tenant-status.ts';
import { streamOwner } from '../../src/edge/stream-owner.ts';
import type { Route } from '../../src/routes/route.ts';

const caller: Caller = { variant: 'b', tenant: 'acme', client: 'c', role: 'viewer', platform: false };
const route = { operation: 'gateway.events', method: 'GET', role: 'viewer' } as Route;
const match = { route, owner: 'shared', pattern: '/events', params: {} } as const;

interface World {
  readonly caller?: () => Caller;
  readonly tenantStatusOf?: () => TenantStatus | undefined;
  readonly anonymous?: boolean;
  readonly authorization?: string;
}

function ownerOf(world: World) {
  const request = { headersDistinct: { authorization: [world.authorization ?? 'Bearer x'] } } as never;
  return streamOwner(
    {
      authenticate: async () => (world.caller ?? (() => caller))(),
      tenantStatusOf: async () => (world.tenantStatusOf ?? (() => 'served' as const))(),
    },
    { request },
    { match, caller: world.anonymous === true ? undefined : caller, tenant: 'acme' },
  );
}

const refused = (): never => {
  throw new ProtocolError('unauthenticated', 'no', { reason: 'bearer_token_invalid' });
};
const away = (): never => {
  throw new Error('away');
};

const cases: readonly (readonly [string, World, boolean])[] = [
  ['a caller who is still admitted', {}, true],
  ['a credential that is void', { caller: refused }, false],
  ['a role that reaches no further', { caller: () => ({ ...caller, role: 'none' as never }) }, false],
  ['a client that went to another tenant', { caller: () => ({ ...caller, tenant: 'other' }) }, false],
  ['a suspended tenant', { tenantStatusOf: () => 'suspended' }, false],
  ['a tenant that is gone', { tenantStatusOf: () => undefined }, false],
  ['a store that is away', { caller: away }, true],
  ['a wallet, which has no credential', { anonymous: true, caller: refused }, true],
  ['a wallet of a suspended tenant', { anonymous: true, tenantStatusOf: () => 'suspended' }, false],
];

for (const [name, world, expected] of cases) {
  test(`${name} ${expected ? 'may read on' : 'may not read any more'}`, async () => {
    assert.equal(await ownerOf(world).mayRead(), expected);
  });
}

test('streams of one credential share an owner, and the key does not show it', () => {
  const { key } = ownerOf({});
  assert.equal(ownerOf({}).key, key);
  assert.notEqual(ownerOf({ authorization: 'Bearer other' }).key, key);
  assert.ok(!key.includes('Bearer'));
});
