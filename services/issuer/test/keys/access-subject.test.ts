import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessSubjectFindings } from '../../src/keys/access-subject.ts';

const shop = {
  commonName: 'Shop',
  country: 'DE',
  organization: 'Shop AG',
  organizationIdentifier: 'NTRDE-1',
  uris: ['https://shop.example'],
};

test('an organization needs country, name, identifier and a contact', () => {
  assert.deepEqual(accessSubjectFindings('request', shop), []);
  const pointers = accessSubjectFindings('metadata', { commonName: 'Shop' }).map(({ pointer }) => pointer);
  assert.deepEqual(pointers, ['/country', '/organization', '/organizationIdentifier', '/uris']);
});

test('a person needs country and an identifier, and no organization', () => {
  const shop = { country: 'DE', organization: 'Shop AG', organizationIdentifier: 'NTRDE-1', commonName: 'Shop' };
  assert.deepEqual(accessSubjectFindings('request', { ...shop, telephones: ['+49 30 1'] }), []);
  const person = { commonName: 'Erika', givenName: 'Erika', emails: ['erika@example.org'] };
  const pointers = accessSubjectFindings('request', person).map(({ pointer }) => pointer);
  assert.deepEqual(pointers, ['/country', '/serialNumber']);
});

test('keys that sign credentials have no access certificate', () => {
  assert.deepEqual(accessSubjectFindings('credential', { commonName: 'x' }), []);
  assert.deepEqual(accessSubjectFindings('mdoc', { commonName: 'x' }), []);
});
