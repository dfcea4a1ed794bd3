import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../open-gateway.ts';

test('a proxy that TRUST_PROXY does not name is logged once', async (t) => {
  const gateway = await openGateway(t);
  const warnings = () => gateway.lines.filter((line) => line.includes('TRUST_PROXY'));
  await gateway.request('/openapi.json');
  assert.equal(warnings().length, 0);
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  for (const _ of [1, 2]) await gateway.request('/openapi.json', { headers });
  const [line = '', ...others] = warnings();
  assert.deepEqual(others, []);
  assert.ok(line.includes('127.0.0.1') && !line.includes('192.0.2.7'), line);
});
