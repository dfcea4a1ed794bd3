import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import { silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { answerHeaders, type CredentialDependencies, nextNonce } from '../../src/credential/credential-answer.ts';

function dependencies(dialect: string): CredentialDependencies {
  const { settings } = readSettings({ WALLET_DIALECT: dialect, NONCE_TTL: '120' });
  const nonces = { create: async (tenant: string) => `nonce of ${tenant}` };
  const dpop = { offerNonce: async (tenant: string) => `DPoP nonce of ${tenant}` };
  const requirementsOf = createRequirements({ settings, log: silentLog });
  return { platform: { settings }, nonces, dpop, requirementsOf } as unknown as CredentialDependencies;
}

for (const dialect of ['both', 'interface']) {
  test(`an answer in the dialect ${dialect} contains the nonce of the next request`, async () => {
    assert.deepEqual(await nextNonce(dependencies(dialect), 't1'), {
      c_nonce: 'nonce of t1',
      c_nonce_expires_in: 120,
    });
  });
}

test('an answer in the dialect standard contains none: there is the nonce endpoint', async () => {
  assert.deepEqual(await nextNonce(dependencies('standard'), 't1'), {});
});

test('a wallet with a DPoP key gets a DPoP nonce, any other none', async () => {
  const answered = (grant: object) =>
    answerHeaders(dependencies('both'), { session: { tenant: 't1' }, grant } as never);
  assert.deepEqual(await answered({ dpopJkt: 'j' }), { 'dpop-nonce': 'DPoP nonce of t1' });
  assert.deepEqual(await answered({}), {});
});
