import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { commandOutput } from './command-output.ts';
import { operatorData } from './operator-data.ts';

const NAME = 'rotate-encryption-key';

test('each run makes the next key of the tenant, one at a time, and only with --yes', async (t) => {
  const { env, use } = await operatorData(t);
  const configured = { ...env, AUTH_CLIENT_SECRET: 'operator-test-client-secret' };
  const keys = () =>
    use(async (store) => {
      const query = { index: 'purpose', equal: ['root', 'encryption'], limit: 9 };
      return (await store.find(keyDocuments, query)).documents.map(({ generation }) => generation);
    });
  const dry = await commandOutput(NAME, ['root'], configured);
  assert.deepEqual([dry.code, await keys()], [0, []]);
  assert.match(dry.written, /^with --yes: the next key of root is used from 2/);
  const first = await commandOutput(NAME, ['root', '--yes'], configured);
  assert.match(first.written, /^the next key of root is used from \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  assert.deepEqual(await keys(), [1]);
  const second = await commandOutput(NAME, ['root', '--yes'], configured);
  assert.deepEqual(await keys(), [1, 2]);
  const again = await commandOutput(NAME, ['root', '--yes'], configured);
  assert.equal(again.written, second.written, 'the one that waits for its use');
  assert.deepEqual(await keys(), [1, 2]);
});

test('an unknown tenant is an error and gets no key', async (t) => {
  const { env, use } = await operatorData(t);
  const configured = { ...env, AUTH_CLIENT_SECRET: 'operator-test-client-secret' };
  const { code, written, reported } = await commandOutput(NAME, ['nope', '--yes'], configured);
  assert.deepEqual([code, written], [1, '']);
  assert.match(reported, /^There is no tenant nope: /m);
  assert.match((await commandOutput(NAME, ['../x'], configured)).reported, /^usage: /);
  const all = await use(async (store) => (await store.find(keyDocuments, { index: 'purpose', limit: 9 })).documents);
  assert.deepEqual(all, []);
});
