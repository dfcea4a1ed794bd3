import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlowConfigurations } from '../../src/flow-config/flow-configurations.ts';
import type { Sourced } from '../../src/flow-config/listed.ts';
import { managementOperations } from '../../src/flow-config/management-operations.ts';
import type { OperationRequest } from '../../src/http/message.ts';

const written = { id: 'shop', client_secret: 'SECRET', claims: { a: ['a'] } };
const listed = { id: 'shop', configuration: { id: 'shop', source: 'file', version: '1' } as const, written };

const asked: unknown[] = [];
const configurations = {
  list: async () => [listed],
  put: async (tenant: string, body: object) => {
    asked.push(['put', tenant, body]);
    return listed;
  },
  check: async (_: string, { bodies, alongside }: { bodies: readonly object[]; alongside: readonly string[] }) => {
    asked.push(['check', bodies, alongside]);
    return [[{ pointer: '/name', detail: 'is required' }]];
  },
  delete: async (tenant: string, id: string) => void asked.push(['delete', tenant, id]),
} as unknown as FlowConfigurations<Sourced>;
const operations = managementOperations(configurations);
const request = (more: object): OperationRequest =>
  ({ tenant: 'acme', params: {}, ...more }) as unknown as OperationRequest;

test('the list has secrets for administrators, claims for all but viewers', async () => {
  const seenBy = async (role: string) => (await operations.list(request({ role }))).body;
  assert.deepEqual(await seenBy('admin'), [{ ...written, source: 'file' }]);
  assert.deepEqual(await seenBy('operator'), [{ ...written, client_secret: '***', source: 'file' }]);
  assert.deepEqual(await seenBy('viewer'), [{ id: 'shop', client_secret: '***', source: 'file' }]);
});

test('a write, a check and a deletion are those of the tenant that calls', async () => {
  asked.length = 0;
  await operations.put(request({ body: { id: 'shop' } }));
  await operations.delete(request({ params: { id: 'shop' } }));
  const checked = await operations.check(
    request({ body: { configurations: [{ id: 'shop' }, 1], alongside: ['pid'] } }),
  );
  assert.deepEqual(checked.body, { findings: [[{ pointer: '/name', detail: 'is required' }]] });
  assert.deepEqual(asked, [
    ['put', 'acme', { id: 'shop' }],
    ['delete', 'acme', 'shop'],
    ['check', [{ id: 'shop' }], ['pid']],
  ]);
});
