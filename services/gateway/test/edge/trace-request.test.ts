/** Which requests are traced, and whose they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { PLATFORM } from '@countersign/shared/model/tenant/traces';
import { readTrace, readUnmatched } from '../../src/trace/reader.ts';
import { type GatewayOptions, json, type OpenGateway, openGateway } from '../open-gateway.ts';

const SESSION = 's1';
const ok = async (): Promise<OperationReply> => ({ body: {}, annotation: { session: SESSION } });
const refused = async (): Promise<OperationReply> => {
  throw new ProtocolError('invalid_grant', 'No', { reason: 'code_unknown' });
};
const replies: NonNullable<GatewayOptions['replies']> = {
  'issuer.token': ok,
  'issuer.credential': refused,
  'issuer.nonce': async () => ({ body: {} }),
  'issuer.configuration.list': async () => ({ body: [], annotation: { session: SESSION } }),
};

const post = { method: 'POST', headers: json, body: '{}' } as const;

/** Stops as a process does, so that the buffer is written. */
async function traced(gateway: OpenGateway, tenant: string) {
  await gateway.stop();
  const { items } = (await readTrace(gateway.platform, { tenant, session: SESSION })) ?? assert.fail();
  const { entries } = await readUnmatched(gateway.platform, { tenant, platform: false, since: 0 });
  const none = await readUnmatched(gateway.platform, { tenant: PLATFORM, platform: false, since: 0 });
  const show = (entry: (typeof entries)[number]) => `${entry.method} ${entry.route ?? '?'} ${entry.status}`;
  return {
    session: items.flatMap(({ entry }) => (entry === undefined ? [] : [show(entry)])),
    unmatched: entries.map(show),
    platform: none.entries.map(show),
  };
}

async function send(gateway: OpenGateway): Promise<void> {
  await gateway.request('/authorize/token', post);
  await gateway.request('/vci/credential', post);
  await gateway.request('/vci/nonce', { method: 'POST' });
  await gateway.request('/health/live');
  await gateway.request('/nothing/here');
  await gateway.request('/authorize/token', { method: 'DELETE' });
  await gateway.a('/issuer-management');
}

test('all: what belongs to a session, and refusals; not what is polled, nor what a session does not need', async (t) => {
  const gateway = await openGateway(t, { replies, env: { TRACE: 'all' } });
  await send(gateway);
  assert.deepEqual(await traced(gateway, 'default'), {
    session: ['POST /authorize/token 201'],
    unmatched: ['DELETE /authorize/token 405', 'POST /vci/credential 400'],
    platform: ['GET ? 404'],
  });
});

test('failures: refusals alone', async (t) => {
  const gateway = await openGateway(t, { replies, env: { TRACE: 'failures' } });
  await send(gateway);
  const { session, unmatched } = await traced(gateway, 'default');
  assert.deepEqual([session, unmatched.length], [[], 2]);
});

test('off: nothing', async (t) => {
  const gateway = await openGateway(t, { replies, env: { TRACE: 'off' } });
  await send(gateway);
  assert.deepEqual(await traced(gateway, 'default'), { session: [], unmatched: [], platform: [] });
});

test("a path below a tenant is the tenant's, also where no route has it", async (t) => {
  const gateway = await openGateway(t, { replies, env: { TRACE: 'all' } });
  for (const path of ['/root/nothing', '/root/.well-known/nothing', '/.well-known/nothing/root', '/none/nothing']) {
    assert.equal((await gateway.request(path)).status, 404);
  }
  assert.equal((await gateway.request('/root/authorize/token', { method: 'DELETE' })).status, 405);
  const { unmatched, platform } = await traced(gateway, 'root');
  assert.deepEqual([unmatched.length, platform.length], [4, 1]);
});
