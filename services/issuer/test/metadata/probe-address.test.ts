import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { probeAddress } from '../../src/metadata/probe-address.ts';

const settings = { PUBLIC_URL: 'https://wallets.example', OUTBOUND_ALLOW: [] } as never;
const asked = (body: object): OperationRequest =>
  ({
    id: 'r',
    tenant: 't',
    method: 'POST',
    url: '',
    params: {},
    query: {},
    headers: {},
    encoding: 'json',
    body,
  }) as never;

test('status, type and bytes of the answer are reported, with limits of size and time', async () => {
  const requests: OutboundRequest[] = [];
  const request = async (one: OutboundRequest) => {
    requests.push(one);
    return { status: 404, headers: { 'content-type': 'image/png' }, body: Buffer.from([1, 255]) };
  };
  const { body } = await probeAddress({ settings }, { request })(asked({ url: 'https://images.example/logo.png' }));
  assert.deepEqual(body, { status: 404, type: 'image/png', body: 'Af8=' });
  const [{ url, method, maxBytes, timeout } = assert.fail()] = requests;
  assert.deepEqual([url, method, maxBytes, timeout], ['https://images.example/logo.png', 'GET', 1024 * 1024, 5000]);
});

test('an address that is refused or not reached is reported by the code alone; another error is one', async () => {
  const refusing = probeAddress({ settings }, { request: () => Promise.reject(new OutboundError('timeout')) });
  assert.deepEqual((await refusing(asked({ url: 'https://images.example/' }))).body, { why: 'timeout' });
  const broken = probeAddress({ settings }, { request: () => Promise.reject(new Error('broken')) });
  await assert.rejects(broken(asked({ url: 'https://images.example/' })), /broken/);
  await assert.rejects(broken(asked({})), { code: 'invalid_request' });
});

test('addresses inside are refused, but for the host of PUBLIC_URL', async () => {
  const inside = { PUBLIC_URL: 'http://127.0.0.1:9', OUTBOUND_ALLOW: [] } as never;
  const probe = probeAddress({ settings: inside });
  const [own, other] = await Promise.all([
    probe(asked({ url: 'http://127.0.0.1:9/' })),
    probe(asked({ url: 'http://127.0.0.1:10/' })),
  ]);
  assert.deepEqual([own.body, other.body], [{ why: 'refused' }, { why: 'address' }]);
});
