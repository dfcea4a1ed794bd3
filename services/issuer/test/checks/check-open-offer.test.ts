import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkOpenOffer } from '../../src/checks/check-open-offer.ts';
import { NOW } from '../protocol/support.ts';
import { holding, reference, sessionWith } from './known.ts';

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
