import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldErrors, refusedUse } from '../../src/tenant/field-errors.ts';

const place = { query: '/dcql_query', certificate: '/registrationCert/id' };

test('what is over-asked is at its place in the query, with the registered value', () => {
  const finding = {
    reason: 'registration_exceeded',
    document: 'query',
    pointer: '/credentials/0/claims/1/path',
    detail: 'The claim is not registered',
    registered: { pointer: '/credentials/0/claim', value: [{ path: ['a'] }] },
  } as const;
  assert.deepEqual(fieldErrors([finding], place), [
    {
      pointer: '/dcql_query/credentials/0/claims/1/path',
      detail: 'The claim is not registered; registered is [{"path":["a"]}] at /credentials/0/claim of the certificate',
    },
  ]);
  const long = { ...finding, registered: { pointer: '', value: 'x'.repeat(1000) } };
  assert.ok((fieldErrors([long], place)[0]?.detail.length ?? 1000) < 400);
});

test('what is wrong with the certificate is at what names it', () => {
  const detail = 'The certificate has expired';
  const finding = { reason: 'registration_certificate_expired', document: 'claims', pointer: '/exp', detail } as const;
  assert.deepEqual(fieldErrors([finding], place), [
    { pointer: '/registrationCert/id', detail: `registration certificate at /exp: ${detail}` },
  ]);
});

test('a refusal names the certificate that does not allow the use, and the reason of its first error', () => {
  const of = { of: 'age', use: 'request', place } as const;
  const revoked = { reason: 'access_certificate_revoked', document: 'access certificate', pointer: '/0' } as const;
  const over = { reason: 'registration_exceeded', document: 'query', pointer: '/credentials/0' } as const;
  const found = [
    { ...revoked, detail: 'It is revoked' },
    { ...over, detail: 'Not registered' },
  ] as const;
  const access = refusedUse(found, of);
  assert.equal(access.message, 'The access certificate of age does not allow this request');
  assert.deepEqual([access.code, access.reasoned.reason], ['conflict', 'access_certificate_revoked']);
  assert.equal(refusedUse([found[1]], of).message, 'The registration certificate of age does not allow this request');
});
