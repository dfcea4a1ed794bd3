import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkRequestedPresentation } from '../../src/authorize/check-requested-presentation.ts';
import { needing } from '../order-of-refusals/known.ts';

const configurations = needing({ pid: undefined, member: 'login', club: 'age' });
const request = { tenant: 't1' } as OperationRequest;
const need = async (...ids: string[]) => {
  const requested = { ids, details: false };
  return (await checkRequestedPresentation({ configurations, request, requested })).required?.configurationId;
};

test('a request requires the presentation of its configurations, at most one', async () => {
  assert.equal(await need('pid'), undefined);
  assert.equal(await need('pid', 'member'), 'login');
  await assert.rejects(need('club', 'member'), { code: 'access_denied' });
});
