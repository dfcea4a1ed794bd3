import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { CheckedDpop } from '../../../src/client/dpop/dpop.ts';
import { checkDpopJkt, checkDpopProof, checkDpopRequired, useProofs } from '../../../src/client/dpop/dpop-checks.ts';
import { sha256 } from '../../support.ts';

describe('checkDpopProof', () => {
  const request = { tenant: 't1' } as OperationRequest;

  test('the proof is the result of the header check, and is not used up', async () => {
    const use = () => assert.fail('it is used by the write alone');
    const proof = { jkt: 'x', use };
    const dpop = (given: CheckedDpop | undefined) => ({ check: async () => given, offerNonce: async () => undefined });
    assert.deepEqual(await checkDpopProof({ dpop: dpop(proof), request }), { proof });
    assert.deepEqual(await checkDpopProof({ dpop: dpop(undefined), request }), { proof: undefined });
  });
});

describe('checkDpopRequired', () => {
  const tenant = (dpop: 'optional' | 'required') => ({ requirements: { dpop } });

  test('a wallet without a proof passes unless the tenant requires one', () => {
    checkDpopRequired({ proof: undefined, ...tenant('optional') });
    checkDpopRequired({ proof: { jkt: 'x' }, ...tenant('required') });
    refuses(() => checkDpopRequired({ proof: undefined, ...tenant('required') }), 'invalid_dpop_proof');
  });

  test('the backend learns why', async () => {
    const sent = () => checkDpopRequired({ proof: undefined, ...tenant('required') });
    assert.deepEqual(await whyRefused(sent), ['dpop_missing']);
  });
});

describe('checkDpopJkt', () => {
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
      code: 'invalid_dpop_proof',
      reason: 'dpop_key',
      facts: { expectedJkt: sha256('x'), receivedJkt: jkt },
    });
    const short = { parameters: { dpop_jkt: jkt.slice(1) }, proof };
    assert.deepEqual(whyOf(refuses(() => checkDpopJkt(short), 'invalid_request')), {
      code: 'invalid_request',
      reason: 'dpop_jkt',
      facts: { count: 42 },
    });
  });
});

describe('useProofs', () => {
  test('both proofs are marked, each where there is one', async () => {
    const used: string[] = [];
    const proof = { jkt: 'k', use: async () => void used.push('proof') };
    const client = { clientId: 'w', authenticated: true, use: async () => void used.push('client') };
    await useProofs({ client, proof });
    await useProofs({ client: { clientId: 'w', authenticated: false }, proof });
    await useProofs({ client: undefined, proof: undefined });
    assert.deepEqual(used, ['proof', 'client', 'proof']);
  });
});
