import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import { type TrustPurpose, UNLIMITED } from '@countersign/shared/trust/trust-anchor';
import { createRegistrationChecks } from '../../src/tenant/registration-checks.ts';
import { CLAIMS, type CwtChange, createAccessAuthority, createRegistrar, DAY, NOW } from '../registration/registrar.ts';

const registrar = await createRegistrar();
const access = await (await createAccessAuthority()).certificate();
const jwt = await registrar.jwt();
const forms = { jwt };
const none = { role: 'none' } as const;
const asked = (path: readonly string[]) => ({
  role: 'verifier' as const,
  asked: [
    {
      format: 'dc+sd-jwt' as const,
      vctValues: ['urn:eudi:pid:1'],
      document: 'query' as const,
      pointer: '/credentials/0',
      claims: [{ path, pointer: '/credentials/0/claims/0' }],
    },
  ],
});

function world(rules: Parameters<typeof registrationRules>[1] = {}) {
  const made = {
    rule: 'soft' as 'soft' | 'off',
    revoked: new Set<string>(),
    now: NOW,
    status: { state: 'valid' } as ListedStatus,
    anchors: registrar.authority,
    asked: 0,
  };
  const purposes: Partial<Record<TrustPurpose, () => typeof registrar.authority>> = {
    'registration-providers': () => made.anchors,
    'registration-status': () => registrar.revocation,
  };
  const checks = createRegistrationChecks({
    purpose: 'request',
    keys: { signer: (async () => ({ x5c: [x5cElement(access.certificate)] })) as unknown as KeyRing['signer'] },
    trustAnchors: async (_, purpose) => {
      const of = purposes[purpose]?.();
      return of === undefined ? [] : [{ certificate: of.certificate, file: 'registrar', ...UNLIMITED }];
    },
    requirementsOf: () =>
      ({ registration: registrationRules(true, rules), certificateRevocation: made.rule }) as Requirements,
    statusOf: async () => {
      made.asked += 1;
      return made.status;
    },
    revokedAccess: { of: async () => made.revoked },
    clock: () => made.now,
  });
  return { made, checks };
}

test('a certificate is checked without its status when it is stored, with it when it is used', async () => {
  const { made, checks } = world();
  assert.equal((await checks.stored('t', forms, none)).ok, true);
  assert.equal(made.asked, 0);
  assert.equal((await checks.inUse('t', forms, asked(['age_equal_or_over', '18']))).ok, true);
  assert.equal(made.asked, 1);
  const over = await checks.inUse('t', forms, asked(['name']));
  assert.ok(!over.ok);
  assert.deepEqual(over.findings[0]?.registered?.value, CLAIMS.credentials && [['age_equal_or_over', '18']]);
});

test('revocation, expiry and lost trust count at the next use', async () => {
  const { made, checks } = world();
  const reason = async (): Promise<string | undefined> => {
    const verdict = await checks.inUse('t', forms, none);
    return verdict.ok ? undefined : verdict.findings[0]?.reason;
  };
  assert.equal(await reason(), undefined);
  made.status = { state: 'invalid', value: 1 };
  assert.equal(await reason(), 'registration_certificate_revoked');
  const watched = await checks.watched('t', forms);
  assert.equal(!watched.ok && watched.findings[0]?.reason, 'registration_certificate_revoked');
  made.status = { state: 'valid' };
  made.anchors = registrar.revocation;
  assert.equal(await reason(), 'registration_certificate_untrusted');
  made.anchors = registrar.authority;
  made.now += 301 * DAY * 1000;
  assert.equal(await reason(), 'registration_certificate_expired');
});

test('a revoked access certificate refuses each use, where the tenant looks revocation up', async () => {
  const { made, checks } = world();
  assert.equal((await checks.inUse('t', forms, none)).ok, true);
  made.revoked = new Set([leafThumbprint([x5cElement(access.certificate)])]);
  const verdicts = async () => [
    await checks.stored('t', forms, none),
    await checks.inUse('t', forms, none),
    await checks.watched('t', forms),
  ];
  for (const verdict of await verdicts()) {
    assert.equal(!verdict.ok && verdict.findings[0]?.reason, 'access_certificate_revoked');
  }
  made.rule = 'off';
  for (const verdict of await verdicts()) assert.equal(verdict.ok, true);
  made.rule = 'soft';
  made.revoked = new Set(['another']);
  for (const verdict of await verdicts()) assert.equal(verdict.ok, true);
});

test('the CWT of a certificate is checked like its JWT, and its findings say so', async () => {
  const { checks, made } = world();
  const use = asked(['age_equal_or_over', '18']);
  const cwt = async (change?: CwtChange): Promise<string> => (await registrar.cwt(change)).toString('base64url');
  const right = { jwt, cwt: await cwt() };
  assert.equal((await checks.stored('t', right, use)).ok, true);
  assert.equal((await checks.inUse('t', right, use)).ok, true);
  // The status of each form is its own.
  assert.equal(made.asked, 2);
  const wrong: readonly (readonly [cwt: string, reason: string])[] = [
    [Buffer.from(jwt).toString('base64url'), 'registration_certificate_malformed'],
    [await cwt({ signer: registrar.revocation }), 'registration_certificate_untrusted'],
    [await cwt({ claims: { sub: 'NTRDE-HRB999' } }), 'registration_certificate_not_bound'],
    [await cwt({ claims: { credentials: [] } }), 'registration_exceeded'],
  ];
  for (const [given, reason] of wrong) {
    for (const verdict of [
      await checks.stored('t', { jwt, cwt: given }, use),
      await checks.inUse('t', { jwt, cwt: given }, use),
    ]) {
      const [found] = verdict.ok ? [] : verdict.findings;
      assert.deepEqual([found?.reason, found?.form], [reason, 'cwt']);
    }
  }
  made.status = { state: 'invalid', value: 1 };
  assert.equal((await checks.watched('t', right)).ok, false);
});

test('a configuration that can ask by ISO needs the CWT where requests have that form', async () => {
  const byIso = { ...asked(['age_equal_or_over', '18']), byIso: true };
  const needed = world({ isoRegistration: 'cwt' }).checks;
  for (const check of [needed.stored, needed.inUse]) {
    const verdict = await check('t', forms, byIso);
    assert.equal(!verdict.ok && verdict.findings[0]?.reason, 'registration_certificate_missing');
    assert.equal((await check('t', forms, { ...byIso, byIso: false })).ok, true);
  }
  assert.equal((await world().checks.stored('t', forms, byIso)).ok, true);
});
