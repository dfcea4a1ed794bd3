import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { KeyRing, SigningKey } from '@countersign/shared/crypto/keys';
import { createKnownKeys } from '@countersign/shared/crypto/known-keys';
import { MDL_DOCTYPE } from '@countersign/shared/mdoc/element-types';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import { mdocSigner, signerPlace } from '../../src/configuration/mdoc-signer.ts';
import { openIssuer } from '../world.ts';

const key = await makeSigningKey();

/** Counts how often a key is requested. */
function ringOf(signer: SigningKey): { readonly keys: KeyRing; readonly asked: string[] } {
  const asked: string[] = [];
  const keys = {
    signer: async (tenant: string, purpose: string) => {
      asked.push(`${tenant} ${purpose}`);
      return signer;
    },
  } as unknown as KeyRing;
  return { keys, asked };
}

const configuration = (doctype: string): CredentialConfiguration => ({
  format: 'mso_mdoc',
  id: 'x',
  scope: 'x',
  metadata: {},
  claims: {},
  doctype,
  nameSpaces: new Map(),
  elementTypes: new Map(),
  ...(doctype === MDL_DOCTYPE ? { needsSignerPlace: true as const } : {}),
});

test('the validity is that of the certificate, and the certificate is read once', async () => {
  const ring = ringOf(key);
  const knownKeys = createKnownKeys();
  const signer = await mdocSigner({ ...ring, knownKeys }, 'acme');
  assert.deepEqual([signer.key, signer.notBefore, signer.notAfter], [key, KEY_NOT_BEFORE, KEY_NOT_AFTER]);
  const validFrom = new Date(0).toISOString();
  knownKeys.leaves.set(key, { validFrom, subject: '' } as X509Certificate);
  assert.equal((await mdocSigner({ ...ring, knownKeys }, 'acme')).notBefore, 0);
  assert.deepEqual(ring.asked, ['acme mdoc', 'acme mdoc']);
});

test('only an mDL has a place that its claims must name; others ask for no key', async () => {
  const ring = ringOf(key);
  assert.deepEqual(await signerPlace(ring, 'acme', configuration('org.example.doc')), {});
  assert.deepEqual(ring.asked, []);
  assert.deepEqual(await signerPlace(ring, 'acme', configuration(MDL_DOCTYPE)), {
    place: (await mdocSigner(ring, 'acme')).place,
  });
});

test('the place is that of the generated document signer of the tenant', async (t) => {
  const { platform } = await openIssuer(t);
  const { key, place } = await mdocSigner(platform, 'default');
  assert.deepEqual(place, { country: 'UT' });
  assert.equal(key, await platform.keys.signer('default', 'mdoc'));
});
