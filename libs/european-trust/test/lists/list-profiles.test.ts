import assert from 'node:assert/strict';
import { it } from 'node:test';
import { euProfiles } from '../../src/lists/list-profiles.ts';

it('each list of Europe has its type, its pair of services, and what they count for', () => {
  const table = [...euProfiles.values()].map(({ type, services }) => [
    type.split('/').at(-1),
    [...services].map(([name, purpose]) => `${name.split('/SvcType/')[1]} ${purpose}`),
  ]);
  const pair = (name: string, purpose: string) => [
    `${name}/Issuance ${purpose}/issuance`,
    `${name}/Revocation ${purpose}/revocation`,
  ];
  assert.deepEqual(table, [
    ['EUPIDProvidersList', pair('PID', 'pid')],
    ['EUWalletProvidersList', pair('WalletSolution', 'wallet')],
    ['EUWRPACProvidersList', pair('WRPAC', 'access')],
    ['EUWRPRCProvidersList', pair('WRPRC', 'registration')],
    ['EUPubEAAProvidersList', pair('PubEAA', 'public-attestation')],
    ['EURegistrarsAndRegistersList', ['Register register/issuance']],
  ]);
});
