import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  issuanceErrors,
  issuanceReason,
  presentationErrors,
  presentationReason,
} from '../../../src/model/session/session-errors.ts';

test('each error of an issuance has its reason, and so has the end by time', () => {
  for (const [code, reason] of Object.entries(issuanceErrors)) assert.equal(issuanceReason(code), reason);
  assert.equal(issuanceReason('expired'), 'issuance_expired');
  for (const other of ['kb_nonce', 'toString', '']) assert.equal(issuanceReason(other), undefined);
});

test('an error of a presentation that is none of ours came from the wallet', () => {
  for (const code of presentationErrors) assert.equal(presentationReason(code), code);
  for (const other of ['access_denied', 'other', 'toString']) assert.equal(presentationReason(other), 'wallet_error');
});
