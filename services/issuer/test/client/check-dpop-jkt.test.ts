import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkDpopJkt } from '../../src/client/check-dpop-jkt.ts';
import { sha256 } from '../support.ts';

const jkt = sha256('key');
const proof = { jkt };

test('the key is that of the parameter or of the proof, and the same where both name one', () => {
  assert.deepEqual(checkDpopJkt({ parameters: {}, proof: undefined }), {});
  assert.deepEqual(checkDpopJkt({ parameters: { dpop_jkt: jkt }, proof: undefined }), { dpopJkt: jkt });
  assert.deepEqual(checkDpopJkt({ parameters: {}, proof }), { dpopJkt: jkt });
  assert.deepEqual(checkDpopJkt({ parameters: { dpop_jkt: jkt }, proof }), { dpopJkt: jkt });
});

test('another key, or a value that is no thumbprint, is refused', () => {
  refuses(() => checkDpopJkt({ parameters: { dpop_jkt: sha256('x') }, proof }), 'invalid_dpop_proof');
  refuses(() => checkDpopJkt({ parameters: { dpop_jkt: jkt.slice(1) }, proof }), 'invalid_request');
});

test('another key and a value that is no thumbprint have different reasons', () => {
  const other = { parameters: { dpop_jkt: sha256('x') }, proof };
  assert.deepEqual(whyOf(refuses(() => checkDpopJkt(other), 'invalid_dpop_proof')), {
    ...{ code: 'invalid_dpop_proof', reason: 'dpop_key', facts: { expectedJkt: sha256('x'), receivedJkt: jkt } },
  });
  const short = { parameters: { dpop_jkt: jkt.slice(1) }, proof };
  assert.deepEqual(whyOf(refuses(() => checkDpopJkt(short), 'invalid_request')), {
    ...{ code: 'invalid_request', reason: 'dpop_jkt', facts: { count: 42 } },
  });
});
