import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/registration/check-registration.ts';
import { claimsIn, endOf, registrationView } from '../../src/tenant/registration-view.ts';
import { createRegistrar, NOW, SECONDS } from '../registration/registrar.ts';

const registrar = await createRegistrar();
const finding = {
  reason: 'registration_certificate_expired',
  document: 'claims',
  pointer: '/exp',
  detail: 'Over',
} as const;
const refused: Verdict = { ok: false, findings: [finding] };

test('the view of a refused certificate has its content and why it was refused', async () => {
  const jwt = await registrar.jwt({ claims: { exp: undefined, purpose: undefined, name: undefined } });
  const view = registrationView({
    registration: { id: 'r', jwt, source: 'api', createdAt: 0 },
    verdict: refused,
    configurations: ['a'],
    issuer: false,
    now: NOW,
  });
  assert.deepEqual(
    [view.state, view.findings],
    ['refused', [{ reason: finding.reason, pointer: '/exp', detail: 'Over' }]],
  );
  assert.deepEqual([view.createdAt, view.purpose, view.name], ['1970-01-01T00:00:00.000Z', [], undefined]);
  assert.equal(view.daysLeft, 336);
});

test('what cannot be read has no content', () => {
  const registration = { id: 'r', jwt: 'no certificate', source: 'file' } as const;
  const { subject, covers, jwt } = registrationView({
    registration,
    verdict: refused,
    configurations: [],
    issuer: false,
    now: NOW,
  });
  assert.deepEqual([subject, covers, jwt], [undefined, undefined, 'no certificate']);
  assert.equal(claimsIn('a.b.c'), undefined);
});

test('without an end a certificate counts for 366 days', () => {
  assert.equal(endOf({ iat: SECONDS, exp: SECONDS + 1 }), NOW + 1000);
  assert.equal(endOf({ iat: SECONDS }), NOW + 366 * 86_400_000);
});

test('it has the contacts that wallets show, and no others', async () => {
  const viewOf = async (claims: Readonly<Record<string, unknown>>) => {
    const registration = { id: 'r', jwt: await registrar.jwt({ claims }), source: 'api' } as const;
    const { support, supervisoryAuthority } = registrationView({
      registration,
      verdict: refused,
      configurations: [],
      issuer: false,
      now: NOW,
    });
    return { support, supervisoryAuthority };
  };
  const authority = { email: 'post@dpa.example', phone: '+49 30 1', uri: 'https://dpa.example' };
  assert.deepEqual(
    await viewOf({ support_uri: 'https://shop.example/rights', supervisory_authority: { ...authority, other: 'x' } }),
    { support: 'https://shop.example/rights', supervisoryAuthority: authority },
  );
  assert.deepEqual(await viewOf({ support_uri: undefined, supervisory_authority: undefined }), {
    support: undefined,
    supervisoryAuthority: undefined,
  });
});
