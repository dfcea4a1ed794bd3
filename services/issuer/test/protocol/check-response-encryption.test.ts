import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResponseEncryption } from '../../src/protocol/check-response-encryption.ts';

const request = { tenant: 't1', body: {} } as unknown as OperationRequest;
const requirementsOf = (required: string) => (tenant: string) =>
  ({ credentialEncryption: tenant === required ? 'required' : 'optional' }) as const;

test('the tenant of the request decides whether an encrypted answer must be asked for', () => {
  const sent = { request, encrypted: true };
  assert.deepEqual(checkResponseEncryption({ ...sent, requirementsOf: requirementsOf('t2') }), {
    responseEncryption: undefined,
  });
  refuses(
    () => checkResponseEncryption({ ...sent, requirementsOf: requirementsOf('t1') }),
    'invalid_encryption_parameters',
  );
});
