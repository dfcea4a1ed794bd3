import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkDpopProof } from '../../src/client/check-dpop-proof.ts';
import type { CheckedDpop } from '../../src/client/dpop.ts';

const request = { tenant: 't1' } as OperationRequest;

test('the proof is the result of the header check, and is not used up', async () => {
  const use = () => assert.fail('it is used by the write alone');
  const proof = { jkt: 'x', use };
  const dpop = (given: CheckedDpop | undefined) => ({ check: async () => given, offerNonce: async () => undefined });
  assert.deepEqual(await checkDpopProof({ dpop: dpop(proof), request }), { proof });
  assert.deepEqual(await checkDpopProof({ dpop: dpop(undefined), request }), { proof: undefined });
});
