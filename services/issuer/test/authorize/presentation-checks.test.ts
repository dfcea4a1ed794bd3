import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import {
  checkNoPresentation,
  checkPresentationOfOffer,
  checkPushedPresentation,
  checkRequestedPresentation,
} from '../../src/authorize/presentation-checks.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { given, progresses } from '../session/issuance-given.ts';

describe('checkNoPresentation', () => {
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
      code: 'invalid_grant',
      reason: 'offer_needs_presentation',
      facts: { configurationIds: ['pid', 'member'] },
    });
    assert.equal((await refusalOf(() => check('club', 'member'))).reason, 'presentations_several');
  });
});

describe('checkPresentationOfOffer', () => {
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
});

describe('checkPushedPresentation', () => {
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
});

describe('checkRequestedPresentation', () => {
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
});
