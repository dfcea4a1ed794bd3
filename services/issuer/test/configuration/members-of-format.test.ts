import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mdocMemberErrors, sdJwtMemberErrors } from '../../src/configuration/members-of-format.ts';

const why = { frame: 'no frame', type: 'no type metadata' };

test('members of an mdoc are refused by name, unless a generated client left them empty', () => {
  const [first, second] = mdocMemberErrors({ element_types: { a: {} }, protected_certificate: true });
  assert.deepEqual(first, { pointer: '/element_types', detail: 'Only an mdoc has element types' });
  assert.equal(second?.pointer, '/protected_certificate');
  assert.deepEqual(mdocMemberErrors({ element_types: {}, device_namespaces: [], protected_certificate: false }), []);
});

test('members of an SD-JWT VC are refused with the reason of the format', () => {
  assert.deepEqual(sdJwtMemberErrors({ disclosureFrame: { _sd: [] }, vct: {} }, why), [
    { pointer: '/disclosureFrame', detail: 'no frame' },
    { pointer: '/vct', detail: 'no type metadata' },
  ]);
  assert.deepEqual(sdJwtMemberErrors({ disclosureFrame: {} }, why), []);
});
