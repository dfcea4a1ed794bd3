import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainOf, readIssuerSigned, securityObjectOf } from '../../src/mdoc/issuer-signed.ts';
import { dateTime, makeItem } from '../../src/mdoc/make-issuer-signed.ts';
import { documentSigner, madeMdl, NOW } from './made-mdl.ts';

test('each element has its own random of 32 bytes', () => {
  const all = [...readIssuerSigned(madeMdl().credential).nameSpaces.values()].flat().map(({ random }) => random);
  assert.ok(all.every(({ length }) => length === 32));
  assert.equal(new Set(all.map((random) => Buffer.from(random).toString('hex'))).size, all.length);
});

test('several certificates are a list, a status is taken over, and members are replaced', () => {
  const status = new Map([['status_list', new Map()]]);
  const made = madeMdl({ chain: [documentSigner, documentSigner], status, object: new Map([['version', '2.0']]) });
  const read = readIssuerSigned(made.credential);
  assert.equal(chainOf(read).length, 2);
  assert.deepEqual(securityObjectOf(read).status, status);
  assert.equal(securityObjectOf(read).version, '2.0');
});

test('a time is written in whole seconds', () => {
  assert.equal(dateTime(NOW + 999).content, '2030-06-01T00:00:00Z');
  assert.equal(makeItem(7, 'a', 1).digestId, 7);
});
