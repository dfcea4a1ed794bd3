/** Failed sign-ins, over replicas that share a cache. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { Client } from '../../src/authenticate/client.ts';
import { createSecretLogin } from '../../src/authenticate/secret-login.ts';

const clock = (): number => Date.UTC(2030, 0, 1);
const SECRET = 'the-right-secret-0123456789';
const client: Client = { id: 'c', tenant: 't', role: 'admin', secret: { kind: 'plain', stored: SECRET } };

test('replicas share the count of failures; the right secret is accepted over the limit', async () => {
  const cache = createInProcessCache({ clock });
  const records: object[] = [];
  const audit = { record: async (record: object) => void records.push(record) };
  const replicas = [1, 2].map(() =>
    createSecretLogin({
      settings: { RATE_LOGIN: 3 },
      cache,
      clock,
      random: systemRandom,
      audit,
      tenantStatusOf: async () => 'served',
    }),
  );
  const attempt = async (replica: number, secret: string): Promise<string> => {
    const login = replicas[replica] ?? assert.fail();
    const request = { id: 'r', address: '192.0.2.1' } as OperationRequest;
    try {
      return (await login(request, { clientId: 'c', client, secret, action: 'console.refused' })).id;
    } catch (error) {
      return error instanceof ProtocolError ? error.code : assert.fail(String(error));
    }
  };
  for (const replica of [0, 1, 0]) assert.equal(await attempt(replica, 'wrong'), 'unauthenticated');
  assert.equal(await attempt(0, 'wrong'), 'rate_limited');
  // The second replica has seen none of them.
  assert.equal(await attempt(1, 'wrong'), 'rate_limited');
  assert.equal(await attempt(1, SECRET), 'c');
  assert.equal(records.length, 3);
  assert.deepEqual(records[0], { tenant: 't', action: 'console.refused', client: 'c', request: 'r' });
});

test('a right secret of a tenant that is not served is refused and recorded; a wrong one learns nothing of it', async () => {
  const records: { readonly action: string }[] = [];
  const login = createSecretLogin({
    settings: { RATE_LOGIN: 3 },
    cache: createInProcessCache({ clock }),
    clock,
    random: systemRandom,
    audit: { record: async (record) => void records.push(record) },
    tenantStatusOf: async () => 'suspended',
  });
  const refused = async (secret: string): Promise<unknown> => {
    const request = { id: 'r', address: '192.0.2.1' } as OperationRequest;
    const error = await login(request, { clientId: 'c', client, secret, action: 'token.refused' }).catch((e) => e);
    return error instanceof ProtocolError ? [error.code, error.options.reason] : error;
  };
  assert.deepEqual(await refused(SECRET), ['forbidden', 'tenant_suspended']);
  assert.deepEqual(await refused('wrong'), ['unauthenticated', 'login_failed']);
  assert.deepEqual(
    records.map(({ action }) => action),
    ['token.refused', 'token.refused'],
  );
});
