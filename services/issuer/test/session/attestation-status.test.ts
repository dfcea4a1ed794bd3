import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { attestationStatuses } from '../../src/session/attestation-status.ts';

const uri = 'https://provider.example/list';
const status = (idx: Json = 3, at: Json = uri): JsonObject => ({ status_list: { idx, uri: at } });

test('both references are read, that of EU TS 3 with its end', () => {
  assert.deepEqual(attestationStatuses({}), []);
  assert.deepEqual(attestationStatuses({ status: status() }), [{ uri, idx: 3 }]);
  const timed = { status: status(0), exp: 1_900_000_000 };
  assert.deepEqual(attestationStatuses({ status: status(), key_storage_status: timed }), [
    { uri, idx: 3 },
    { uri, idx: 0, exp: 1_900_000_000 },
  ]);
  assert.deepEqual(attestationStatuses({ key_storage_status: { status: status() } }), [{ uri, idx: 3 }]);
});

const unreadable: readonly Json[] = [
  null,
  'x',
  {},
  { status_list: null },
  { identifier_list: {} },
  status(-1),
  status(0.5),
  status('3'),
  status(2 ** 53),
  status(1, 'x'),
  status(1, 5),
  status(1, `${uri}${'x'.repeat(2048)}`),
];

test('a status that can not be checked is refused', () => {
  for (const value of unreadable) {
    refuses(() => attestationStatuses({ status: value }), 'invalid_proof');
    refuses(() => attestationStatuses({ key_storage_status: { status: value } }), 'invalid_proof');
  }
  for (const value of [null, {}, status(), { status: status(), exp: '1' }]) {
    refuses(() => attestationStatuses({ key_storage_status: value }), 'invalid_proof');
  }
});

test('the backend learns which claim', async () => {
  const of = (payload: JsonObject) => whyRefused(() => attestationStatuses(payload));
  assert.deepEqual(await of({ status: 'x' }), ['key_attestation_status', { claim: 'status' }]);
  assert.deepEqual(await of({ key_storage_status: {} }), ['key_attestation_status', { claim: 'key_storage_status' }]);
  const end = { key_storage_status: { status: status(), exp: '1' } };
  assert.deepEqual(await of(end), ['key_attestation_status', { claim: 'exp' }]);
});
