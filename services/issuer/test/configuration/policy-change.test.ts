/** Whether credentials stand in the way of a changed policy, and in which order they are revoked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOperation, OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { guardPolicies } from '../../src/configuration/policy-change.ts';

const policy: JsonObject = { id: 'u:1', type: 'anyone' };
const other: JsonObject = { id: 'u:2', type: 'anyone' };

interface World {
  readonly present?: JsonObject;
  readonly live: number;
  readonly findings?: boolean;
}

function open({ present, live, findings = false }: World) {
  const done: string[] = [];
  const call: CallOperation = async (operation, { body }) => {
    done.push(`${operation} ${String((body as JsonObject).configuration)}`);
    return { body: { count: live } };
  };
  const configurations = {
    get: async () => (present === undefined ? undefined : { disclosurePolicy: present }) as never,
    check: async () => [findings ? [{ pointer: '/x', detail: 'd' }] : []],
  };
  const write = (name: string) => async () => {
    done.push(name);
    return { body: {} };
  };
  const guarded = guardPolicies({ call }, configurations, { put: write('put'), delete: write('delete') });
  const request = (body: JsonObject, query = {}): OperationRequest => ({
    id: 'r',
    tenant: 't',
    method: 'POST',
    url: '',
    params: { id: 'card' },
    query,
    headers: {},
    body: { id: 'card', ...body },
    encoding: 'json',
  });
  return { done, guarded, request };
}

const refusal = {
  code: 'conflict',
  options: { reason: 'disclosure_policy_changed', facts: { configurationId: 'card', count: 3 } },
};
const revoked = ['status.of-configuration.count card', 'status.of-configuration.revoke card'];

test('the same policy, and none as before, are written without a look at the credentials', async () => {
  for (const present of [policy, undefined]) {
    const { done, guarded, request } = open({ live: 3, ...(present && { present }) });
    await guarded.put(request(present === undefined ? {} : { disclosure_policy: { ...policy } }));
    assert.deepEqual(done, ['put']);
  }
});

test('a policy that is added, changed or removed is refused with the number of credentials', async () => {
  for (const [present, after] of [
    [undefined, policy],
    [policy, other],
    [policy, undefined],
  ] as const) {
    const { done, guarded, request } = open({ live: 3, ...(present && { present }) });
    const body = after === undefined ? {} : { disclosure_policy: after };
    await assert.rejects(guarded.put(request(body)), refusal);
    assert.ok(!done.includes('put'));
  }
});

test('revokeExisting revokes before the write, and after it those issued in between', async () => {
  const { done, guarded, request } = open({ present: policy, live: 3 });
  await guarded.put(request({ disclosure_policy: other }, { revokeExisting: 'true' }));
  assert.deepEqual(done, [...revoked, 'put', revoked[1]]);
});

test('without credentials nothing is revoked, and for a configuration with errors nothing is even counted', async () => {
  const none = open({ live: 0 });
  await none.guarded.put(none.request({ disclosure_policy: policy }));
  assert.deepEqual(none.done, [revoked[0], 'put']);
  const wrong = open({ live: 3, findings: true });
  await wrong.guarded.put(wrong.request({ disclosure_policy: policy }, { revokeExisting: 'true' }));
  assert.deepEqual(wrong.done, ['put']);
});

test('a configuration with a policy is deleted by the same rule, so that no new one evades it', async () => {
  const { done, guarded, request } = open({ present: policy, live: 3 });
  await assert.rejects(guarded.delete(request({})), refusal);
  await guarded.delete(request({}, { revokeExisting: 'true' }));
  assert.deepEqual(done.slice(1), [...revoked, 'delete', revoked[1]]);
  const without = open({ live: 3 });
  await without.guarded.delete(without.request({}));
  assert.deepEqual(without.done, ['delete']);
});
