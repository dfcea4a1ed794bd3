import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/http/validate.ts';
import {
  type DryRunRequest,
  issuanceDryRunSchema,
  presentationDryRunSchema,
} from '../../src/messages/dry-run-request.ts';

const issuance = compileSchema(issuanceDryRunSchema);
const presentation = compileSchema(presentationDryRunSchema);

test('each kind takes its own members only', () => {
  const ofIssuance: DryRunRequest = {
    flow: 'pre_authorized_code',
    claims: { name: 'Erika' },
    tx_code: true,
    profiles: true,
  };
  const ofPresentation: DryRunRequest = { response_mode: 'direct_post' };
  for (const one of [{}, { webhooks: true }]) assert.deepEqual([...issuance(one), ...presentation(one)], []);
  assert.deepEqual([...issuance(ofIssuance), ...presentation(ofPresentation)], []);
  assert.equal(presentation(ofIssuance).length, 4);
  assert.equal(issuance(ofPresentation).length, 1);
  assert.equal(presentation({ response_mode: 'dc_api' }).length, 1);
});
