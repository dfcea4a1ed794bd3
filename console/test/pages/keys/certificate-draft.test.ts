/** The body of a certificate request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_CERTIFICATE, pathOfKeySet, requestFile, subjectOf } from '../../../src/pages/keys/certificate-draft.ts';

const draft = {
  ...EMPTY_CERTIFICATE,
  commonName: ' Shop ',
  organization: 'Shop AG',
  givenName: 'Erika',
  country: 'de',
};

test('only the fields of the chosen holder are sent, and no empty one', () => {
  assert.deepEqual(subjectOf(draft), { commonName: 'Shop', organization: 'Shop AG', country: 'DE' });
  assert.deepEqual(subjectOf({ ...draft, holder: 'person' }), {
    commonName: 'Shop',
    givenName: 'Erika',
    country: 'DE',
  });
});

test('contacts are told apart: addresses and e-mail addresses', () => {
  const contacts = 'https://shop.example/help@desk\nmailto:help@shop.example\n\nit@shop.example\ntel:+49301';
  assert.deepEqual(subjectOf({ ...EMPTY_CERTIFICATE, commonName: 'a', contacts, hosts: 'a.example\nb.example' }), {
    commonName: 'a',
    uris: ['https://shop.example/help@desk', 'tel:+49301'],
    emails: ['help@shop.example', 'it@shop.example'],
    hosts: ['a.example', 'b.example'],
  });
});

test('the set is part of the path and of the file', () => {
  assert.equal(pathOfKeySet({ set: ' a/b ', purpose: 'request' }), '/key-sets/a%2Fb/request');
  assert.equal(requestFile({ set: 'shop', purpose: 'mdoc' }), 'shop-mdoc.csr');
});
