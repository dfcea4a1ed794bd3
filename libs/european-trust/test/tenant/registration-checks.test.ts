import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import { type TrustPurpose, UNLIMITED } from '@countersign/shared/trust/trust-anchor';
import { createRegistrationChecks } from '../../src/tenant/registration-checks.ts';
import { CLAIMS, createAccessAuthority, createRegistrar, DAY, NOW } from '../registration/registrar.ts';

const registrar = await createRegistrar();
const access = await (await createAccessAuthority()).certificate();
const jwt = await registrar.jwt();
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

function world() {
  const made = { now: NOW, status: { state: 'valid' } as ListedStatus, anchors: registrar.authority, asked: 0 };
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
    requirementsOf: () => ({ registration: registrationRules(true) }) as Requirements,
    statusOf: async () => {
      made.asked += 1;
      return made.status;
    },
    clock: () => made.now,
  });
  return { made, checks };
}

test('a certificate is checked without its status when it is stored, with it when it is used', async () => {
  const { made, checks } = world();
  assert.equal((await checks.stored('t', jwt, none)).ok, true);
  assert.equal(made.asked, 0);
  assert.equal((await checks.inUse('t', jwt, asked(['age_equal_or_over', '18']))).ok, true);
  assert.equal(made.asked, 1);
  const over = await checks.inUse('t', jwt, asked(['name']));
  assert.ok(!over.ok);
  assert.deepEqual(over.findings[0]?.registered?.value, CLAIMS.credentials && [['age_equal_or_over', '18']]);
});

test('revocation, expiry and lost trust count at the next use', async () => {
  const { made, checks } = world();
  const reason = async (): Promise<string | undefined> => {
    const verdict = await checks.inUse('t', jwt, none);
    return verdict.ok ? undefined : verdict.findings[0]?.reason;
  };
  assert.equal(await reason(), undefined);
  made.status = { state: 'invalid', value: 1 };
  assert.equal(await reason(), 'registration_certificate_revoked');
  const watched = await checks.watched('t', jwt);
  assert.equal(!watched.ok && watched.findings[0]?.reason, 'registration_certificate_revoked');
  made.status = { state: 'valid' };
  made.anchors = registrar.revocation;
  assert.equal(await reason(), 'registration_certificate_untrusted');
  made.anchors = registrar.authority;
  made.now += 301 * DAY * 1000;
  assert.equal(await reason(), 'registration_certificate_expired');
});
