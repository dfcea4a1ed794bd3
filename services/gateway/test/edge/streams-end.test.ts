/** Open streams of every kind, after their owner may no longer read. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openGateway } from '../open-gateway.ts';
import { ADDRESS, post, read } from '../tenants/tenant-world.ts';

const accept = 'text/event-stream';

/** Two gateways of one store, and the token of the tenant's client. */
async function open(t: TestContext) {
  const replies = {
    'gateway.trace.session': async () => ({ body: [] }),
    'gateway.session.events': async () => ({ body: {} }),
  };
  const gateway = await openGateway(t, { env: ADDRESS, replies });
  await gateway.a('/tenants', post({ id: 'acme' }));
  const made = await read(await gateway.a('/tenants/acme/clients', post({ client_id: 'backend' })));
  const other = await openGateway(t, { beside: gateway, env: ADDRESS, replies });
  const token = await other.login('backend', String(made.json.client_secret));
  const stream = (path: string) => other.request(path, { headers: { accept, authorization: `Bearer ${token}` } });
  return { gateway, other, stream };
}

const changes = [
  ['the client is deleted', '/tenants/acme/clients/backend', { method: 'DELETE' }],
  ['its secret is replaced', '/tenants/acme/clients/backend/rotate', post({ overlap: 0 })],
  ['the tenant is suspended', '/tenants/acme/suspend', post()],
] as const;

for (const [what, path, init] of changes) {
  test(`${what}: its streams at another gateway end`, async (t) => {
    const { gateway, other, stream } = await open(t);
    const streams = await Promise.all(['/events', '/session/s1/events', '/session/s1/trace'].map(stream));
    assert.deepEqual(
      streams.map(({ status, headers }) => [status, headers.get('content-type')]),
      streams.map(() => [200, accept]),
    );
    assert.equal((await gateway.a(path, init)).status, 200);
    // Expires the other gateway's cached tenants and clients.
    other.advance(500);
    await Promise.all(streams.map((answer) => answer.text()));
  });
}
