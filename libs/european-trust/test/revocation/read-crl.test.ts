import assert from 'node:assert/strict';
import { generateKeyPairSync, type X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateFields } from '../../src/revocation/certificate-fields.ts';
import { readCrl } from '../../src/revocation/read-crl.ts';
import { UnusableRevocation } from '../../src/revocation/unusable.ts';
import { element, sequence } from '../../src/revocation/write-der.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestCertificate, USAGE } from '../registration/made-certificates.ts';
import {
  authority,
  type CrlOptions,
  crlOf,
  derExtension,
  leafUnder,
  manyEntries,
  NOW,
} from './revocation-authority.ts';

const HOUR = 3_600_000;
const ca = await authority();
const leaf = await leafUnder(ca);
const serial = certificateFields(leaf.certificate).serial;

const read = async (der: Buffer, issuer: X509Certificate = ca.certificate) => {
  const crl = await readCrl(der, issuer, NOW);
  return { ...crl, serials: [...crl.entries()] };
};

async function unusable(name: string, given: Buffer | CrlOptions, reason: string, issuer = ca.certificate) {
  const der = Buffer.isBuffer(given) ? given : crlOf(ca, given);
  await assert.rejects(read(der, issuer), (error: unknown) => {
    assert.ok(error instanceof UnusableRevocation, `${name}: ${error}`);
    assert.equal(error.reason, reason, name);
    return true;
  });
}

test('a list names who is revoked, and until when it counts', async () => {
  const { serials, nextUpdate, thisUpdate, scope } = await read(crlOf(ca, { revoked: [leaf.certificate] }));
  assert.deepEqual([serials, thisUpdate, nextUpdate, scope], [[serial], NOW - HOUR, NOW + 24 * HOUR, {}]);
  assert.deepEqual((await read(crlOf(ca))).serials, []);
  const on_hold = { serial, extensions: [derExtension('551d15', element(0x0a, Buffer.from([6])))] };
  assert.deepEqual((await read(crlOf(ca, { revoked: [on_hold] }))).serials, [serial], 'on hold is not valid either');
  const long = await read(crlOf(ca, { entries: manyEntries(1000), revoked: [] }));
  assert.equal(new Set(long.serials).size, 1000);
});

test('RSA signs lists too', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = crlOf(ca, { algorithm: 'rsa-sha256', signer: privateKey });
  const { subject, raw } = ca.certificate;
  const issuer = { subject, raw, publicKey } as X509Certificate;
  await assert.doesNotReject(readCrl(der, issuer, NOW));
  await unusable('an RSA signature for another key', der, 'signature');
  await unusable('the signed part names another algorithm', { namedAlgorithm: 'rsa-sha256' }, 'format');
});

test('what another one has issued or signed counts for nothing', async () => {
  const other = await authority('Other CA');
  await unusable('list of another authority', crlOf(other), 'other_issuer');
  await unusable('name of ours, key of another', { signer: other.key.privateKey }, 'signature');
  await unusable('signed by the leaf', { signer: leaf.key.privateKey }, 'signature');
  await unusable('SHA-1', { algorithm: 'ecdsa-sha1' }, 'signature_algorithm');
  const changed = crlOf(ca);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  await unusable('changed signature', changed, 'signature');
  const mute = await makeTestCertificate({
    subject: [['CN', 'Signs no lists']],
    key: keyOf('Signs no lists'),
    notBefore: NOW - HOUR,
    notAfter: NOW + HOUR,
    ca: {},
    usage: USAGE.keyCertSign,
  });
  await unusable('key usage without cRLSign', crlOf(mute), 'issuer_may_not_sign', mute.certificate);
});

test('times: the next update is named and has not come', async () => {
  await unusable('no next update', { nextUpdate: null }, 'no_next_update');
  await unusable('expired', { nextUpdate: NOW }, 'expired');
  await unusable('of the future', { thisUpdate: NOW + 301_000, nextUpdate: NOW + 24 * HOUR }, 'not_yet_valid');
  await assert.doesNotReject(read(crlOf(ca, { thisUpdate: NOW + 299_000 })));
});

const point = (...members: readonly Buffer[]): Buffer => derExtension('551d1c', sequence(...members), true);
const yes = Buffer.from([0xff]);

test('deltas, indirect and partial lists, and what is critical and unknown', async () => {
  await unusable('delta', { extensions: [derExtension('551d1b', element(0x02, Buffer.from([1])), true)] }, 'delta');
  await unusable('indirect', { extensions: [point(element(0x84, yes))] }, 'indirect');
  await unusable('some reasons', { extensions: [point(element(0x83, Buffer.from([1, 6])))] }, 'partial');
  await unusable('attributes', { extensions: [point(element(0x85, yes))] }, 'partial');
  await unusable('critical', { extensions: [derExtension('2b060199', element(0x05), true)] }, 'critical_extension');
  const critical = { serial, extensions: [derExtension('551d1d', sequence(), true)] };
  await unusable('critical in an entry', { revoked: [critical] }, 'critical_extension');
  const removed = { serial, extensions: [derExtension('551d15', element(0x0a, Buffer.from([8])))] };
  await unusable('removed', { revoked: [removed] }, 'removed_entry');
  await assert.doesNotReject(read(crlOf(ca, { extensions: [derExtension('551d14', element(0x02, yes))] })));
});

test('what the list covers', async () => {
  const scopeOf = async (...members: readonly Buffer[]) =>
    (await read(crlOf(ca, { extensions: [point(...members)] }))).scope;
  assert.deepEqual(await scopeOf(element(0x81, yes)), { only: 'leaves' });
  assert.deepEqual(await scopeOf(element(0x82, yes)), { only: 'authorities' });
  const name = element(0xa0, element(0x86, Buffer.from('http://crl.example/1')));
  assert.deepEqual(await scopeOf(element(0xa0, name)), { points: ['http://crl.example/1'] });
  assert.deepEqual(await scopeOf(element(0xa0, element(0xa1))), { points: [] }, 'a name that no certificate here has');
});

test('bytes that are no list', async () => {
  const good = crlOf(ca, { revoked: [leaf.certificate] });
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<html>'),
    ca.certificate.raw,
    Buffer.concat([good, Buffer.alloc(1)]),
  ]) {
    await unusable(bytes.toString('latin1', 0, 8), bytes, 'format');
  }
  for (let end = 0; end < good.length; end += 1) await unusable(`cut at ${end}`, good.subarray(0, end), 'format');
  await unusable('entries that are none', { entries: element(0x02, Buffer.from([1])) }, 'format');
  await unusable('an entry without a date', { entries: sequence(element(0x02, Buffer.from([1]))) }, 'format');
});
