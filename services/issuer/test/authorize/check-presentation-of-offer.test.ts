import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkPresentationOfOffer } from '../../src/authorize/check-presentation-of-offer.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

const configurations = needing({ pid: undefined, member: 'login', club: 'age' });
const request = { tenant: 't1' } as OperationRequest;
const need = async (...configurationIds: string[]) => {
  const session = sessionWith(given('created', { configurationIds }));
  return (await checkPresentationOfOffer({ configurations, request, session })).neededByOffer?.configurationId;
};

test('an offer requires the presentation of its configurations, at most one', async () => {
  assert.equal(await need('pid'), undefined);
  assert.equal(await need('pid', 'member'), 'login');
  await assert.rejects(need('club', 'member'), { code: 'access_denied' });
});
