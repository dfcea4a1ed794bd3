import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrustAnchor, type TrustPurpose, UNLIMITED } from '@countersign/shared/trust/trust-anchor';
import { registrationProviders } from '../../src/tenant/registration-providers.ts';
import { createRegistrar } from '../registration/registrar.ts';

const [one, two] = await Promise.all([createRegistrar('one'), createRegistrar('two')]);

test('signers and status lists belong together by the name of their file or entry', async () => {
  const anchor = (of: typeof one, file: string): TrustAnchor => ({
    certificate: of.authority.certificate,
    file,
    ...UNLIMITED,
  });
  const anchors: Partial<Record<TrustPurpose, readonly TrustAnchor[]>> = {
    'registration-providers': [anchor(one, 'one'), { ...anchor(two, 'file'), written: { id: 'two', createdAt: 1 } }],
    'registration-status': [
      { certificate: one.revocation.certificate, file: 'one', ...UNLIMITED },
      { certificate: two.revocation.certificate, file: 'elsewhere', ...UNLIMITED },
    ],
  };
  const providers = await registrationProviders(async (_, purpose) => anchors[purpose] ?? [], 't');
  assert.deepEqual(
    providers.map(({ issuance, revocation }) => [issuance.certificates, revocation.certificates]),
    [
      [[one.authority.certificate], [one.revocation.certificate]],
      [[two.authority.certificate], []],
    ],
  );
});
