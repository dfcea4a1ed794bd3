import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResponseEncryption } from '../../src/credential/check-response-encryption.ts';

const request = { tenant: 't1', body: {} } as unknown as OperationRequest;
const requirementsOf = (required: string) => (tenant: string) =>
  ({ profile: 'open', credentialEncryption: tenant === required ? 'required' : 'optional' }) as const;

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

test('profile open answers encrypted where a plain request asks for it, and notes it', () => {
  const { d: _, ...point } = generateAgreementJwk();
  const asked = { jwk: { ...point, alg: 'ECDH-ES' }, enc: 'A256GCM' };
  const notes: Reasoned[] = [];
  const plain = {
    tenant: 't1',
    body: { credential_response_encryption: asked },
    note: (reasoned: Reasoned) => notes.push(reasoned),
  } as unknown as OperationRequest;
  const check = (profile: 'open' | 'haip', credentialEncryption: 'optional' | 'required', encrypted = false) =>
    checkResponseEncryption({
      request: plain,
      encrypted,
      requirementsOf: () => ({ profile, credentialEncryption }),
    }).responseEncryption?.enc;
  for (const profile of ['open', 'haip'] as const) assert.equal(check(profile, 'optional', true), 'A256GCM');
  assert.deepEqual(notes, [], 'an encrypted request is in order');
  assert.equal(check('open', 'optional'), 'A256GCM');
  const facts = { parameter: 'credential_response_encryption', detail: 'plain_request' };
  assert.deepEqual(notes, [{ reason: 'request_legacy', facts }]);
  for (const [profile, setting] of [
    ['haip', 'optional'],
    ['haip', 'required'],
    ['open', 'required'],
  ] as const) {
    refuses(() => check(profile, setting), 'invalid_encryption_parameters', /encrypted request/);
  }
  assert.equal(notes.length, 1);
});
