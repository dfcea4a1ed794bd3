import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkNoPresentation } from '../../src/authorize/check-no-presentation.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

const configurations = needing({ pid: undefined, member: 'login', club: 'age' });
const request = { tenant: 't1' } as OperationRequest;
const check = (...configurationIds: string[]) => {
  const session = sessionWith(given('created', { configurationIds }));
  return checkNoPresentation({ configurations, request, found: { session, hash: 'h' } });
};

test('a pre-authorized code is refused where a changed configuration requires a presentation', async () => {
  await check('pid');
  await assert.rejects(check('pid', 'member'), { code: 'invalid_grant' });
  await assert.rejects(check('club', 'member'), { code: 'access_denied' });
});

test('the reason names the configurations of the offer', async () => {
  assert.deepEqual(await refusalOf(() => check('pid', 'member')), {
    ...{ code: 'invalid_grant', reason: 'offer_needs_presentation', facts: { configurationIds: ['pid', 'member'] } },
  });
  assert.equal((await refusalOf(() => check('club', 'member'))).reason, 'presentations_several');
});
