import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { entryFacts, entryOf, statusEntryFacts } from '../../src/trust/listed-anchors.ts';
import { UNLIMITED } from '../../src/trust/trust-anchor.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';

const listed = {
  list: 'wallets',
  url: 'https://lists.example/wallets',
  sequenceNumber: 7,
  entity: 'Maker',
  service: 'urn:service',
  revocation: [],
};

test('the entry that decided is that of the anchor, or of the one that issued the certificate', async () => {
  const { x5c, anchor } = await makeSigningKey();
  const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  const certificate = new X509Certificate(anchor);
  const other = new X509Certificate((await makeSigningKey()).anchor);
  const of = (one: X509Certificate, more: object = { listed }) => [{ certificate: one, ...UNLIMITED, ...more }];
  assert.equal(entryOf(leaf, of(certificate)), listed);
  assert.equal(entryOf(leaf, of(leaf)), listed);
  assert.equal(entryOf(leaf, of(other)), undefined);
  assert.equal(entryOf(leaf, of(certificate, {})), undefined);
  assert.deepEqual(entryFacts(listed), { list: 'wallets, 7', entity: 'Maker', service: 'urn:service' });
});

test('a status list counts by the service of the credential, or by the revocation service beside it', async () => {
  const [issuing, revoking, stranger] = await Promise.all([1, 2, 3].map(() => makeSigningKey()));
  const [service, revoker, other] = [issuing, revoking, stranger].map((key) => new X509Certificate(key?.anchor ?? ''));
  if (service === undefined || revoker === undefined || other === undefined) assert.fail();
  const leafOf = (key: typeof issuing) => new X509Certificate(Buffer.from(key?.x5c[0] ?? '', 'base64'));
  const listedBy = { ...listed, revocation: [revoker], revocationService: 'urn:revocation' };
  const anchors = [{ certificate: service, ...UNLIMITED, listed: listedBy }];
  const of = (signer: X509Certificate) => statusEntryFacts(signer, { anchors, listedBy });
  const facts = { list: 'wallets, 7', entity: 'Maker', service: 'urn:service' };
  assert.deepEqual(of(leafOf(issuing)), facts);
  for (const signer of [revoker, leafOf(revoking)]) {
    assert.deepEqual(of(signer), { ...facts, service: 'urn:revocation' });
  }
  assert.equal(of(leafOf(stranger)), undefined, 'an anchor of the operator decided');
});
