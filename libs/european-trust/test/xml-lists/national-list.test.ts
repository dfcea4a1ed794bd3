import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListPointer } from '../../src/xml-lists/list-value.ts';
import { nationalPointers, openNationalList, TERRITORIES } from '../../src/xml-lists/national-list.ts';
import { openList } from '../../src/xml-lists/open-list.ts';
import { listContent, pointer } from './list-content.ts';
import { base64Of, makeSigner, signedList } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = await makeSigner('Signer');
const certificates = [base64Of(signer)];
const lotl = (pointers: readonly string[]) =>
  openList(
    signedList(listContent({ type: 'EUlistofthelists', territory: 'EU', pointers: pointers.join('') }), signer),
    'itself',
  ).list;
const LOCATION = 'https://lists.example/x.xtsl';
const to = (territory: string, change: object = {}) =>
  pointer({ location: LOCATION, territory, certificates, ...change });
const german: ListPointer = {
  location: LOCATION,
  territory: 'DE',
  mimeType: 'application/vnd.etsi.tsl+xml',
  listType: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric',
  certificates,
};

it('leaves out PDF, other types, other territories and second pointers', () => {
  const list = lotl([
    to('DE', { mimeType: 'application/pdf' }),
    to('EU', { type: 'EUlistofthelists' }),
    to('UK'),
    to('DE'),
    to('DE', { location: 'https://attacker.example/de.xml' }),
    to('NO'),
  ]);
  const found = nationalPointers(list);
  assert.deepEqual(found[0], german);
  assert.deepEqual(
    found.map(({ territory }) => territory),
    ['DE', 'NO'],
  );
  assert.deepEqual(
    nationalPointers(list, ['UK']).map(({ territory }) => territory),
    ['UK'],
  );
  assert.equal(TERRITORIES.length, 30);
});

it('is signed by a certificate of its pointer, for the same territory', async () => {
  assert.equal(openNationalList(signedList(listContent(), signer), german).list.territory, 'DE');
  const other = await makeSigner('Other');
  refusesAs('signer_not_authorized', () => openNationalList(signedList(listContent(), other), german));
  refusesAs('list_territory', () => openNationalList(signedList(listContent({ territory: 'AT' }), signer), german));
  refusesAs('list_type', () => openNationalList(signedList(listContent({ type: 'EUlistofthelists' }), signer), german));
});
