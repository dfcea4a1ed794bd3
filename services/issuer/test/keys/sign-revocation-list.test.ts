import 'reflect-metadata';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { systemRandom } from '@countersign/shared/kernel/random';
import { X509Certificate as Readable, X509Crl } from '@peculiar/x509';
import { createRevocationList } from '../../src/keys/sign-revocation-list.ts';

test('the revocation list is signed by the IACA and lists no certificate', async () => {
  const keys = generateKeyPair();
  const names = { tenant: 'acme', host: 'issuer.example', country: 'DE' };
  const addresses = { issuerUrl: 'https://issuer.example/acme', revocationListUrl: 'https://issuer.example/crl' };
  const now = Date.UTC(2030, 0, 1);
  const validity = { notBefore: now, notAfter: Date.UTC(2031, 0, 1) };
  const certificate = await createIssuingAuthority({ ...validity, ...names, ...addresses, random: systemRandom, keys });
  const authority = new Readable(certificate);
  const times = { thisUpdate: now, nextUpdate: now + 86_400_000 };
  for (const number of [0, 1, 127, 128, 21_915, 2 ** 40]) {
    const by = { certificate, privateKey: keys.privateKey };
    const list = new X509Crl(await createRevocationList({ ...times, number, authority: by }));
    assert.equal(list.issuer, authority.subject);
    assert.deepEqual([list.thisUpdate.getTime(), list.nextUpdate?.getTime()], [times.thisUpdate, times.nextUpdate]);
    assert.equal(list.entries.length, 0);
    const [numbered] = list.extensions.filter(({ type }) => type === '2.5.29.20');
    const hex = Buffer.from(numbered?.value ?? new ArrayBuffer(0)).toString('hex');
    assert.equal(BigInt(`0x${hex.slice(4)}`), BigInt(number));
    assert.ok((Buffer.from(hex, 'hex')[2] ?? 0x80) < 0x80, 'positive');
    assert.ok(list.extensions.some(({ type }) => type === '2.5.29.35'));
    assert.ok(await list.verify({ publicKey: authority.publicKey }));
  }
});
