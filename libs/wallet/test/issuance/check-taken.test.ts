import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Taken } from '../../src/issuance/check-taken.ts';
import { checkFormat, checkTaken } from '../../src/issuance/check-taken.ts';
import type { CredentialConfiguration, Metadata } from '../../src/issuance/metadata.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { WALLETS, type WalletName } from '../../src/profiles/habits.ts';
import { WalletRefuses } from '../../src/sending/failures.ts';
import { MDL, madeMdl, NOW } from '../mdoc/made-mdl.ts';

const mdl = { format: 'mso_mdoc', doctype: MDL, credential_signing_alg_values_supported: [-7, -9] };
const check = (taken: Partial<Taken>, supported: CredentialConfiguration = mdl) => {
  const issuer = { credential_configurations_supported: { mdl: supported } };
  const metadata = async () => ({ issuer }) as unknown as Metadata;
  const one = { configuration: 'mdl', encrypted: false, ...madeMdl(), ...taken };
  return checkTaken({ metadata, clock: () => NOW }, [one]);
};
const refused = (why: RegExp) => (error: unknown) => error instanceof WalletRefuses && why.test(error.message);

test('a sound mdoc is kept', () => check({}));

test('an SD-JWT VC is kept as it comes', () => check({ credential: 'e30.e30.s~' }, { format: 'dc+sd-jwt' }));

test('a credential of another format than that of its configuration is refused', async () => {
  await assert.rejects(check({}, { ...mdl, format: 'dc+sd-jwt' }), refused(/not of the format dc\+sd-jwt/));
  await assert.rejects(check({ credential: 'e30.e30.s~' }), refused(/not of the format mso_mdoc/));
});

test('metadata of another type, or without the number of the algorithm, are refused', async () => {
  await assert.rejects(check({}, { ...mdl, doctype: 'org.example' }), refused(/docType/));
  const names = { ...mdl, credential_signing_alg_values_supported: ['ES256'] };
  await assert.rejects(check({}, names), refused(/algorithm -7/));
});

test('an mdoc for another key is refused', () => assert.rejects(check({ key: newWalletKey() }), refused(/device key/)));

test('a wallet of one format asks for no other', async () => {
  const metadata = (format: string) => async () =>
    ({ issuer: { credential_configurations_supported: { pid: { format } } } }) as unknown as Metadata;
  const asks = (profile: WalletName, format: string) =>
    checkFormat({ metadata: metadata(format), habits: WALLETS[profile] }, 'pid');
  await asks('mdl', 'mso_mdoc');
  await asks('plain', 'mso_mdoc');
  await asks('plain', 'dc+sd-jwt');
  await assert.rejects(asks('mdl', 'dc+sd-jwt'), refused(/does not support the credential format dc\+sd-jwt/));
});
