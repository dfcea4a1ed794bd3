import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sharedReasons as reasons } from '@countersign/shared/kernel/reasons/shared-reasons';
import type { DryRunStep } from '@countersign/shared/messages/dry-run-report';
import { backendRefusal, reasonView, refusalView } from '../../src/flow/refusal-view.ts';

const step: DryRunStep = { step: 'par', method: 'POST', url: 'u', status: 201, ms: 1, outcome: 'ok', request: 'r1' };
const token: DryRunStep = {
  ...step,
  step: 'token',
  status: 400,
  outcome: 'refused',
  error: 'invalid_grant',
  request: 'r2',
};
const known = new ProtocolError('invalid_grant', 'for the wallet', { reason: 'session_unknown' });

test('the last step that was refused, with what the catalogue says of its reason', () => {
  const view = refusalView({
    reasons,
    steps: [step, token],
    refusals: new Map([['r2', known]]),
    error: new Error('token answered 400'),
  });
  const { explanation, hint, blame } = reasons.session_unknown;
  assert.deepEqual(
    [view.step, view.by, view.error, view.reason],
    ['token', 'server', 'invalid_grant', 'session_unknown'],
  );
  assert.deepEqual([view.explanation, view.hint, view.blame], [explanation, hint, blame]);
});

test('where no step was refused, the wallet itself refused', () => {
  const view = refusalView({
    reasons,
    steps: [step],
    refusals: new Map(),
    error: new Error('The wallet refuses the metadata'),
  });
  assert.deepEqual(view, { step: 'par', by: 'wallet', explanation: 'The wallet refuses the metadata' });
  assert.equal(refusalView({ reasons, steps: [], refusals: new Map(), error: 'x' }).step, 'offer');
});

test('an answer without a known error still names step and code', () => {
  const view = refusalView({ reasons, steps: [token], refusals: new Map(), error: new Error('x') });
  assert.deepEqual(view, { step: 'token', by: 'server', error: 'invalid_grant' });
});

test('a refused call of the backend has its findings; an unexpected error shows nothing of itself', () => {
  const errors = [{ pointer: '/claims/pid/level', detail: 'is required' }];
  const view = backendRefusal(
    reasons,
    new ProtocolError('invalid_request', 'The offer request is not valid', { reason: 'body_malformed', errors }),
  );
  assert.deepEqual([view.step, view.error, view.errors], ['backend', 'invalid_request', errors]);
  const bug = backendRefusal(reasons, new Error('CANARY'));
  assert.equal(bug.error, 'server_error');
  assert.ok(!JSON.stringify(bug).includes('CANARY'));
  assert.equal(reasonView(reasons, known).description, 'for the wallet');
});
