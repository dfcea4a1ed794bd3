/** A request's own list of raw presentations, and whether anything receives them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Configuration } from '../../src/query/configurations.ts';
import { rawRequestFindings, receivedRaw } from '../../src/request/raw-request.ts';

const configuration = { id: 'question', query: { credentials: [{ id: 'pid' }] } } as unknown as Configuration;
const hook = { url: 'https://shop.example/hook' };

test('a request needs a receiver: a webhook, or a way back with a code', () => {
  const pointers = (body: object, more: object = {}) =>
    rawRequestFindings(body, { ...configuration, ...more }).map(({ pointer }) => pointer);
  assert.deepEqual(pointers({ raw: ['pid'] }), ['/raw']);
  assert.deepEqual(pointers({ raw: ['pid'], webhook: hook }), []);
  assert.deepEqual(pointers({ raw: ['pid'], redirectUri: 'https://shop.example' }), []);
  assert.deepEqual(pointers({ raw: ['pid'] }, { webhook: hook }), []);
  assert.deepEqual(pointers({ raw: ['other'], webhook: hook }), ['/raw/0']);
  assert.deepEqual(pointers({}), []);
});

test('what nobody receives is not kept', () => {
  const asking = { ...configuration, raw: ['pid'] };
  assert.equal(receivedRaw(asking, hook), asking);
  assert.deepEqual(receivedRaw(asking, undefined), configuration);
  assert.equal(receivedRaw(configuration, undefined), configuration);
});
