/** The table of registration certificates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { linesOf, type Registration, RegistrationTable } from '../../../src/pages/keys/registration-table.tsx';

const one: Registration = {
  id: 'age-check',
  source: 'api',
  state: 'refused',
  findings: [{ reason: 'registration_certificate_revoked', detail: 'The certificate is revoked' }],
  configurations: ['bar'],
  issuer: true,
  name: 'Example Shop',
  subject: 'NTRDE-HRB123456',
  purpose: [{ lang: 'en', value: 'Minimum age' }],
  covers: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:pid'] }, claim: [{ path: ['age', null, 18] }] }],
  provides: [],
  daysLeft: 12,
};

test('a certificate is shown with what it covers, its end, its use and why wallets refuse it', () => {
  const page = renderToString(<RegistrationTable registrations={[one]} onDelete={() => undefined} />);
  for (const text of [
    'age-check',
    'Wallets refuse it',
    'expires in 12 days',
    'registration_certificate_revoked',
    'Example Shop',
    'NTRDE-HRB123456',
    'Minimum age',
    'urn:pid: age.*.18',
    'bar, Issuer metadata',
    'aria-label="Delete: age-check"',
  ]) {
    assert.ok(page.includes(text), text);
  }
});

test('a file has no button, and an empty list says what to do', () => {
  const file = { ...one, source: 'file' } as const;
  const buttons = (registrations: readonly Registration[], mayDelete: boolean) =>
    renderToString(
      <RegistrationTable registrations={registrations} {...(mayDelete ? { onDelete: () => undefined } : {})} />,
    );
  assert.doesNotMatch(buttons([file], true), /<button/);
  assert.doesNotMatch(buttons([one], false), /<button/);
  assert.match(buttons([], true), /EU wallets refuse requests without one/);
});

test('a certificate of an issuer says what it issues, one without claims grants nothing', () => {
  assert.deepEqual(
    linesOf({
      covers: [{ format: 'mso_mdoc', meta: { doctype_value: 'licence' } }],
      provides: [{ format: 'mso_mdoc', meta: { doctype_value: 'card' } }],
    }),
    ['licence: nothing', 'Issues: card'],
  );
});
