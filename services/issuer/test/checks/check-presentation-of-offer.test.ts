import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { given } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkPresentationOfOffer } from '../../src/checks/check-presentation-of-offer.ts';
import { needing, sessionWith } from './known.ts';

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
