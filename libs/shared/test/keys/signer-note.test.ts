import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { signerNote, signerNotes } from '../../src/keys/signer-note.ts';
import { x509HashClientId } from '../../src/openid4vp/verifier-identity.ts';

const leaf = Buffer.from('a certificate');
const key = { x5c: [leaf.toString('base64'), 'an intermediate'] };

test('a note has the set and the digest of the leaf, as fingerprints and as client ids have it', () => {
  const { reason, facts } = signerNote('request_signed', key, 'shop');
  const sha256 = createHash('sha256').update(leaf).digest('hex');
  const x509Hash = x509HashClientId(key.x5c[0] ?? '').slice('x509_hash:'.length);
  assert.deepEqual([reason, facts], ['request_signed', { keySet: 'shop', sha256, x509Hash }]);
});

test("without a set it is the tenant's key, of which only one with a certificate from elsewhere is noted", () => {
  const [note, ...others] = signerNotes('credential_signed', key);
  assert.deepEqual([note?.facts, others], [{ ...signerNote('credential_signed', key).facts, keySet: 'default' }, []]);
  assert.deepEqual(signerNotes('credential_signed', { ...key, anchor: 'of the server' }), []);
});
