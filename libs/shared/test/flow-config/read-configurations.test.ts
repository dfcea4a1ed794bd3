import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfigurations } from '../../src/flow-config/read-configurations.ts';
import type { OperationRequest } from '../../src/http/message.ts';

const settings = { PUBLIC_URL: 'https://wallets.example' };
const request = { id: 'r', tenant: 'root', role: 'viewer' } as OperationRequest;

test('configurations of the tenant of a request, with PUBLIC_URL and what is wrong with them', async () => {
  const asked: (readonly [string, OperationRequest])[] = [];
  const body = [
    { id: 'pid', webhook: '<PUBLIC_URL>/hook' },
    { id: 'mdl', error: [{ pointer: '/config', detail: 'missing' }] },
  ];
  const call = async (operation: string, cause: OperationRequest) => {
    asked.push([operation, cause]);
    return { body };
  };
  const [pid, mdl] = await readConfigurations({ call, settings }, request, 'issuer');
  assert.equal(pid?.broken, undefined);
  assert.match(String(pid?.configuration.webhook), /^https:\/\/wallets\.example\/.*hook$/);
  assert.deepEqual(mdl?.broken, [{ pointer: '/config', detail: 'missing' }]);
  const [[operation, cause] = assert.fail()] = asked;
  // Services without a role read whole configurations.
  assert.deepEqual([operation, cause.tenant, cause.role], ['issuer.configuration.list', 'root', undefined]);
});

test('an answer that is no list has none', async () => {
  const call = async () => ({ body: {} });
  assert.deepEqual(await readConfigurations({ call, settings }, request, 'verifier'), []);
});
