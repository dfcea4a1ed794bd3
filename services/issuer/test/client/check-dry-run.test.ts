import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkDryRun } from '../../src/client/check-dry-run.ts';
import { sessionWith } from '../order-of-refusals/known.ts';

const asked = (session?: string): { readonly request: OperationRequest } => ({
  request: { ...(session === undefined ? {} : { dryRun: { until: 1, session } }) } as OperationRequest,
});

test('a request of a dry run reaches its own session alone, every other request any session', () => {
  const session = { ...sessionWith(), dryRunUntil: 1 };
  checkDryRun({ ...asked(session.id), session });
  checkDryRun({ ...asked(session.id), found: { session, hash: 'h' } });
  checkDryRun({ ...asked(), session });
  checkDryRun(asked());
  const refused = { code: 'invalid_client_attestation' };
  assert.throws(() => checkDryRun({ ...asked('another'), session }), refused);
  assert.throws(() => checkDryRun({ ...asked('another'), found: { session, hash: 'h' } }), refused);
  assert.throws(() => checkDryRun({ ...asked(session.id), session: sessionWith() }), refused);
  assert.throws(() => checkDryRun(asked(session.id)), refused);
});
