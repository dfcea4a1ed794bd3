import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkOpenOffer } from '../../src/authorize/check-open-offer.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

const { text: issuerState, hash: grantHash } = reference(1);
const issuance = given('created', { grantHash });

test('the offer that issuer_state names is found', async () => {
  const session = sessionWith(issuance);
  assert.deepEqual(await checkOpenOffer({ ...holding(session), issuerState }), { session });
});

test('another value, another flow, another tenant and an expired offer are refused alike', async () => {
  const refused = { code: 'invalid_request', message: 'The issuer_state is unknown, used or expired' };
  const open = holding(sessionWith(issuance));
  await assert.rejects(checkOpenOffer({ ...open, issuerState: 'x' }), refused);
  await assert.rejects(checkOpenOffer({ ...open, issuerState: reference(2).text }), refused);
  const elsewhere = { ...open.request, tenant: 't2' };
  await assert.rejects(checkOpenOffer({ ...open, request: elsewhere, issuerState }), refused);
  const otherFlow = sessionWith({ ...issuance, flow: 'pre_authorized_code' });
  await assert.rejects(checkOpenOffer({ ...holding(otherFlow), issuerState }), refused);
  const { platform, request } = holding({ ...sessionWith(issuance), expiresAt: NOW });
  await assert.rejects(checkOpenOffer({ platform, request, issuerState }), refused);
});

test('an expired offer and an unknown one have different reasons', async () => {
  const why = async (session: IssuanceSession, state = issuerState) => {
    const { reason, facts } = await refusalOf(() => checkOpenOffer({ ...holding(session), issuerState: state }));
    return [reason, facts];
  };
  const open = sessionWith(issuance);
  assert.deepEqual(await why(open, 'x'), ['issuer_state_unknown', undefined]);
  assert.deepEqual(await why(open, reference(2).text), ['issuer_state_unknown', undefined]);
  const expired = { ...open, expiresAt: NOW - 4000 };
  assert.deepEqual(await why(expired), ['issuer_state_expired', { expiredSeconds: 4 }]);
});
