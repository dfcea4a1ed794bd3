import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsOf, parseAnchors, parseCertificates, parseLimits } from '../../src/trust/trust-files.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';

const { anchor, x5c } = await makeSigningKey();
const leaf = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----\n`;

test('a trust file has CA certificates, that of pinned signers any', () => {
  assert.equal(parseAnchors(anchor + anchor).length, 2);
  assert.throws(() => parseAnchors(anchor + leaf));
  assert.throws(() => parseAnchors(''));
  assert.equal(parseCertificates(leaf).length, 1);
  assert.throws(() => parseCertificates('no certificate'));
});

test('a file of limits has one, and an entry of the API may have none', () => {
  const limits = { vcts: ['urn:a'], doctypes: [] };
  assert.deepEqual(parseLimits('{"vct":["urn:a"]}'), limits);
  assert.deepEqual(limitsOf({ vct: ['urn:a'] }), limits);
  assert.throws(() => parseLimits('{}'));
  assert.deepEqual(limitsOf({}), { vcts: 'any', doctypes: 'any' });
  for (const wrong of [{ vct: 'urn:a' }, { pinned: true }, { doctype: ['d'], pinned: 1 }]) {
    assert.throws(() => limitsOf(wrong), JSON.stringify(wrong));
    assert.throws(() => parseLimits(JSON.stringify(wrong)), JSON.stringify(wrong));
  }
});
