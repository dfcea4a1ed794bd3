import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { IssuanceProgress } from '@countersign/shared/model/issuance/issuance-part';
import { checkPushedPresentation } from '../../src/authorize/check-pushed-presentation.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { given, progresses } from '../session/issuance-given.ts';

const configurations = needing({ pid: undefined, member: 'login', club: 'age' });
const request = { tenant: 't1' } as OperationRequest;
const need = async (progress: IssuanceProgress) => {
  const session = sessionWith(given('pushed', { progress }));
  const known = await checkPushedPresentation({ configurations, request, found: { session, hash: 'h' } });
  return known.required?.configurationId;
};
const pushed = (...configurationIds: string[]): IssuanceProgress => ({
  ...progresses.pushed,
  request: { ...progresses.pushed.request, configurationIds },
});

test('a pushed request requires the presentation of its configurations, at most one', async () => {
  assert.equal(await need(pushed('pid')), undefined);
  assert.equal(await need(pushed('pid', 'member')), 'login');
  await assert.rejects(need(pushed('club', 'member')), { code: 'access_denied' });
});

test('nothing is looked up for a used request_uri', async () => {
  assert.equal(await need(progresses.presentation_required), undefined);
});
