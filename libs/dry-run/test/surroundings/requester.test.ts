import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CLAIMS, createRegistrar, PARTY } from '@countersign/european-trust/test/registration/registrar';
import { registrationOf } from '../../src/surroundings/requester.ts';

const registrar = await createRegistrar();
const stranger = await createRegistrar('other');
const authority = registrar.authority.certificate;
const leaf = (await registrar.signer()).certificate;
const configuration = { registrationCert: { id: 'r' } };

function of(jwt: string | undefined, anchors: readonly X509Certificate[] = [authority]) {
  const parts = {
    registrations: { of: async (_: string, id: string) => (id === 'r' && jwt !== undefined ? { jwt } : undefined) },
    trustAnchors: async (_: string, purpose: string) =>
      purpose === 'registration-providers' ? anchors.map((certificate) => ({ certificate })) : [],
  };
  return registrationOf(parts as never, 't', configuration);
}

test('the certificate, where it leads, and the party', async () => {
  const { registered, support, requester } = await of(await registrar.jwt());
  assert.deepEqual([registered, support], [true, CLAIMS.support_uri]);
  assert.deepEqual([requester?.sub, requester?.entitlements], [PARTY, CLAIMS.entitlements]);
});

test('none, and one that cannot be read', async () => {
  assert.deepEqual(await of(undefined), { registered: false, support: undefined, requester: undefined });
  assert.deepEqual(await of('e30.e30.e30'), { registered: true, support: undefined, requester: undefined });
});

test('the certificates above are known with an anchor, or if the chain ends in a self-signed one', async () => {
  const serials = async (...given: Parameters<typeof of>) =>
    (await of(...given)).requester?.signers?.map(({ serialNumber }) => serialNumber);
  const both = [leaf.serialNumber, authority.serialNumber];
  assert.deepEqual(await serials(await registrar.jwt(), [stranger.authority.certificate, authority]), both);
  assert.equal(await serials(await registrar.jwt(), [stranger.authority.certificate]), undefined);
  const whole = await registrar.jwt({ chain: [leaf, authority] });
  assert.deepEqual(await serials(whole, []), both);
  assert.deepEqual(await serials(whole, [authority]), both, 'each once');
});
