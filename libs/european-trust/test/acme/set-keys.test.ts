import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SetKey } from '@countersign/shared/keys/key-sets';
import type { AcmeCertificate } from '../../src/acme/acme-certificates.ts';
import type { CertificateKeys } from '../../src/acme/renewal-parts.ts';
import { lifeOf, newestKey, newestLife, requestedKey } from '../../src/acme/set-keys.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';

const key = (kid: string, state: SetKey['state'], change: Partial<SetKey> = {}): SetKey =>
  ({ set: 'shop', purpose: 'request', kid, state, document: { set: { request: 'AAAA' } }, ...change }) as SetKey;
const certificate = {
  set: 'shop',
  purpose: 'request',
  key: 'new',
  directory: 'https://ca.example/directory',
  identifiers: [],
  subject: { commonName: 'Shop' },
} as const satisfies AcmeCertificate;

function keysOf(...all: readonly SetKey[]): CertificateKeys {
  return {
    list: async () => all,
    begin: async () => ({ key: key('made', 'requested'), csr: Buffer.from('made') }),
    install: () => Promise.reject(new Error('Nothing is installed here')),
  };
}
const requested = async (keys: CertificateKeys, ordered?: string, change: Partial<AcmeCertificate> = {}) =>
  (await requestedKey(keys, { tenant: 't', certificate: { ...certificate, ...change } }, ordered)).kid;

it('finds the certified key of a set and purpose that was installed last', () => {
  const all = [key('old', 'retired'), key('used', 'active'), key('next', 'pending'), key('asked', 'requested')];
  assert.equal(newestKey(all, certificate)?.kid, 'next');
  assert.equal(
    newestKey([key('a', 'active', { set: 'other' }), key('m', 'active', { purpose: 'metadata' })], certificate),
    undefined,
  );
});

it('goes on with the key of the order, then with one that waits, and makes one at last', async () => {
  const waiting = [key('one', 'requested'), key('two', 'requested'), key('used', 'active')];
  assert.equal(await requested(keysOf(...waiting), 'one'), 'one');
  assert.equal(await requested(keysOf(...waiting), 'gone'), 'two');
  assert.equal(await requested(keysOf(key('used', 'active')), 'used'), 'made');
  assert.equal(await requested(keysOf(key('one', 'requested', { set: 'other' }))), 'made');
});

it('keeps the key in use if the file says so', async () => {
  const all = keysOf(key('used', 'active'), key('one', 'requested'));
  assert.equal(await requested(all, undefined, { key: 'keep' }), 'used');
  assert.equal(await requested(keysOf(), undefined, { key: 'keep' }), 'made');
});

it('a chain lives while all of its certificates do', async () => {
  const [one, other] = await Promise.all([
    makeTestAuthority('one', { notBefore: 1_000_000, notAfter: 9_000_000 }),
    makeTestAuthority('other', { notBefore: 2_000_000, notAfter: 8_000_000 }),
  ]);
  assert.deepEqual(lifeOf([one.certificate, other.certificate]), { notBefore: 2_000_000, notAfter: 8_000_000 });
});

it('the life of the newest certificate is known, unless there is none', async () => {
  const life = { notBefore: 1_000_000, notAfter: 9_000_000 };
  const made = (await makeTestAuthority('one', life)).certificate.toString();
  const document = { certificate: made } as SetKey['document'];
  const all = [key('used', 'active', { document }), key('asked', 'requested')];
  assert.deepEqual(newestLife(all, certificate), life);
  assert.equal(newestLife([key('asked', 'requested')], certificate), undefined);
});
