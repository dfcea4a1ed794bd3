import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { docTypeOf, elementsOf } from '@countersign/wallet/mdoc/elements';
import { issuedFaults } from '@countersign/wallet/mdoc/issued-faults';
import { chainOf, readIssuerSigned } from '@countersign/wallet/mdoc/issuer-signed';
import { elementsFor, madeMdoc, runIaca } from '../../src/flow/made-mdoc.ts';

const NOW = Date.UTC(2030, 0, 1);
const SPACE = 'org.iso.18013.5.1';
const MDL = 'org.iso.18013.5.1.mDL';
const iaca = runIaca(NOW);
const path = (name: string, space = SPACE) => [space, name];

const query: JsonObject = {
  id: 'mdl',
  format: 'mso_mdoc',
  meta: { doctype_value: MDL },
  claims: [
    { path: path('given_name'), values: ['Erika', 'Max'] },
    { path: path('family_name') },
    { path: path('birth_date') },
    { path: path('age_over_18') },
    { path: path('portrait') },
    { path: path('driving_privileges') },
    { path: path('sex') },
    { path: path('anything', 'org.example') },
  ],
};

test('elements have a value of their type, the first that the query accepts where it names values', () => {
  const { [SPACE]: licence, ...others } = elementsFor(query);
  assert.deepEqual(licence, {
    given_name: 'Erika',
    family_name: 'Sample',
    birth_date: '2000-01-01',
    age_over_18: true,
    portrait: 'AAAA',
    driving_privileges: [],
    sex: 1,
  });
  assert.deepEqual(others, { 'org.example': { anything: 'Sample' } });
  assert.deepEqual(elementsFor({ claims: [{ path: ['one'] }, { path: [null, 'b'] }] }), {});
});

test('a strict wallet takes it, and shows what the query lists', () => {
  const { credential, key } = madeMdoc(query, iaca, NOW);
  assert.deepEqual(issuedFaults({ credential, key, docType: MDL, now: NOW }), []);
  assert.deepEqual(elementsOf(credential), elementsFor(query));
});

test('its certificate is that of the run', () => {
  const [leaf] = chainOf(readIssuerSigned(madeMdoc(query, iaca, NOW).credential));
  const certificate = new X509Certificate(leaf ?? assert.fail());
  assert.ok(certificate.verify(new X509Certificate(iaca.certificate).publicKey));
  assert.ok(!certificate.verify(new X509Certificate(runIaca(NOW).certificate).publicKey));
});

test('a query without elements is shown none', () => {
  const { credential } = madeMdoc({ id: 'q', format: 'mso_mdoc', meta: { doctype_value: 'org.example' } }, iaca, NOW);
  assert.equal(docTypeOf(credential), 'org.example');
  assert.deepEqual(elementsOf(credential), {});
});
