import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameType, typeOf } from '../../src/configuration/credential-type.ts';

const sdJwt = { format: 'dc+sd-jwt', vct: 'urn:x' } as const;
const mdoc = { format: 'mso_mdoc', doctype: 'urn:x' } as const;
const w3c = { format: 'jwt_vc_json', types: ['VerifiableCredential', 'B', 'A'] } as const;

test('each format names its type in a member of its own, and as registration certificates have it', () => {
  assert.deepEqual(
    [sdJwt, mdoc, w3c].map((one) => typeOf(one)),
    [
      { member: 'vct', type: 'urn:x', registered: { format: 'dc+sd-jwt', vctValues: ['urn:x'] } },
      { member: 'doctype', type: 'urn:x', registered: mdoc },
      {
        member: 'credential_definition',
        type: 'A B VerifiableCredential',
        registered: { format: 'jwt_vc_json', typeValues: [w3c.types] },
      },
    ],
  );
});

test('types are the same only within a format, and W3C types in any order', () => {
  assert.ok(!isSameType(sdJwt, mdoc));
  assert.ok(isSameType(w3c, { ...w3c, types: ['A', 'B', 'VerifiableCredential'] }));
  assert.ok(!isSameType(w3c, { ...w3c, types: ['VerifiableCredential', 'A'] }));
});
