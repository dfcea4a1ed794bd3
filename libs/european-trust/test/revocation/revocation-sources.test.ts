import 'reflect-metadata';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as x509 from '@peculiar/x509';
import { fullNames, revocationSources } from '../../src/revocation/revocation-sources.ts';
import { element, sequence } from '../../src/revocation/write-der.ts';
import { authority, leafUnder, NOW } from './revocation-authority.ts';

const ca = await authority();
const sources = async (options: Parameters<typeof leafUnder>[1]) =>
  revocationSources((await leafUnder(ca, options)).certificate);
const extension = (oid: string, value: Buffer) => new x509.Extension(oid, false, value);

test('addresses of lists and of responders, as the certificate names them', async () => {
  const crls = ['http://crl.example/1', 'https://crl.example/2'];
  assert.deepEqual(await sources({ crls, ocsp: ['http://ocsp.example'] }), {
    crls,
    ocsp: ['http://ocsp.example'],
    noneNeeded: false,
  });
  assert.deepEqual(await sources({}), { crls: [], ocsp: [], noneNeeded: false });
});

test('directories and files are not asked, and no more than four of a kind', async () => {
  const others = ['ldap://ldap.example/cn=x', 'file:///etc/passwd', 'ftp://crl.example/1', 'not a url'];
  assert.deepEqual((await sources({ crls: others, ocsp: others })).crls, []);
  const many = Array.from({ length: 1000 }, (_, index) => `http://crl.example/${index}`);
  assert.equal((await sources({ crls: many })).crls.length, 4);
});

test('a point with reasons or with another issuer is part of an answer, and none', async () => {
  const name = element(0xa0, element(0xa0, element(0x86, Buffer.from('http://crl.example/1'))));
  const of = (...points: readonly Buffer[]) => sources({ extensions: [extension('2.5.29.31', sequence(...points))] });
  assert.deepEqual((await of(sequence(name))).crls, ['http://crl.example/1']);
  assert.deepEqual((await of(sequence(name, element(0x81, Buffer.from([1, 6]))))).crls, []);
  assert.deepEqual((await of(sequence(name, element(0xa2)))).crls, []);
  assert.deepEqual(fullNames(Buffer.from([0xff])), []);
});

test('what lives a day, or is assured to live shortly, has no revocation', async () => {
  const DAY = 86_400_000;
  assert.equal((await sources({ notBefore: NOW, notAfter: NOW + DAY })).noneNeeded, true);
  assert.equal((await sources({ notBefore: NOW, notAfter: NOW + DAY + 1000 })).noneNeeded, false);
  const none = extension('2.5.29.56', element(0x05));
  const assured = extension('0.4.0.194121.2.1', element(0x05));
  assert.equal((await sources({ extensions: [none, assured] })).noneNeeded, true);
  for (const one of [none, assured]) assert.equal((await sources({ extensions: [one] })).noneNeeded, false);
});
