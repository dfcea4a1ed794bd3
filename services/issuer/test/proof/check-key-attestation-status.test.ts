import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import type { Platform } from '@countersign/shared/runtime/service';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { ListedStatus, StatusQuestion } from '@countersign/shared/trust/status-lookup';
import { checkKeyAttestationStatus } from '../../src/proof/check-key-attestation-status.ts';
import { sessionWith } from '../order-of-refusals/known.ts';

const uri = 'https://provider.example/list';
const states: Readonly<Record<number, ListedStatus>> = {
  1: { state: 'invalid', value: 1 },
  2: { state: 'invalid', value: 2 },
  3: { state: 'unreachable' },
  4: { state: 'unusable' },
};

/** Checks entries of the list. Returns the look-ups. */
async function check(...indexes: readonly number[]): Promise<readonly StatusQuestion[]> {
  const asked: StatusQuestion[] = [];
  await checkKeyAttestationStatus({
    platform: { log: silentLog } as unknown as Platform,
    trustAnchors: async () => [],
    statusOf: async (question) => {
      asked.push(question);
      return states[question.reference.idx] ?? { state: 'valid' };
    },
    session: sessionWith(),
    proofs: { keys: [], nonce: 'n', statuses: indexes.map((idx) => ({ uri, idx, exp: 1 })) },
  });
  return asked;
}

test('valid keys pass; each entry is asked once, for the tenant, under its anchors alone', async () => {
  assert.deepEqual(await check(), []);
  assert.deepEqual(await check(0, 5, 0), [
    { reference: { uri, idx: 0, anchors: [] }, tenant: 't1' },
    { reference: { uri, idx: 5, anchors: [] }, tenant: 't1' },
  ]);
});

test('revoked, suspended and unusable are refused; unreachable may be repeated', async () => {
  for (const idx of [1, 2, 4]) await assert.rejects(check(0, idx), { code: 'invalid_proof' });
  await assert.rejects(check(0, 3), { code: 'temporarily_unavailable' });
  await assert.rejects(check(3, 1), { code: 'invalid_proof' });
});

test('the backend learns why', async () => {
  assert.deepEqual(await whyRefused(() => check(1)), ['attestation_revoked']);
  assert.deepEqual(await whyRefused(() => check(4)), ['attestation_status_unusable']);
  const away = ['attestation_status_away', { retryAfterSeconds: 30, limitSeconds: 5 }];
  assert.deepEqual(await whyRefused(() => check(3)), away);
});
