import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationPart } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { endOfRejected } from '../../src/authorize/rejected-presentation.ts';
import { sessionWith } from '../checks/known.ts';
import { attempt, type Given, given } from '../protocol/issuance-given.ts';

const platform = {
  clock: () => 0,
  random: (bytes: number) => Buffer.alloc(bytes),
  settings: { PUBLIC_URL: 'https://issuer.example' },
} as unknown as Platform;

function end(state: Given, progress: PresentationPart['progress'], requestHash = attempt.requestId) {
  const part = { configurationId: 'login', stateHash: 'h', nonce: 'n', sealedRequest: 's', failures: 0 };
  return endOfRejected(platform, {
    ...sessionWith(given(state)),
    presentation: { ...part, requestHash, progress },
  });
}

const rejected = { state: 'rejected', reason: 'access_denied' } as const;

test('the rejected presentation of the present attempt ends the issuance', () => {
  const change = end('presentation_required', rejected);
  const { progress } = change?.issuance ?? {};
  assert.ok(progress?.state === 'failed' && progress.reason === 'presentation_rejected');
  assert.deepEqual(
    change?.events?.map(({ event }) => event.type),
    ['issuance.failed.v1'],
  );
});

test('that of another attempt, one that waits and an issuance that is further end nothing', () => {
  assert.equal(end('presentation_required', rejected, 'of another attempt'), undefined);
  assert.equal(end('presentation_required', { state: 'requested' }), undefined);
  for (const state of ['created', 'token_issued', 'failed'] as const) assert.equal(end(state, rejected), undefined);
});
