import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialClaims, credentialType, personalClaims, sizeOf } from '../../src/mdoc/credential-content.ts';
import { MDL, MDL_SPACE, madeMdl } from './made-mdl.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sdJwt = `${part({})}.${part({ vct: 'urn:pid', name: 'Ada' })}.s~`;

test('an SD-JWT VC has its claims, an mdoc its elements', () => {
  const { credential } = madeMdl();
  assert.deepEqual([credentialType(sdJwt), credentialType(credential)], ['urn:pid', MDL]);
  assert.deepEqual(credentialClaims(sdJwt), { vct: 'urn:pid', name: 'Ada' });
  assert.deepEqual(personalClaims(sdJwt), { name: 'Ada' });
  assert.deepEqual(Object.keys(credentialClaims(credential)), [MDL_SPACE, 'org.example']);
  assert.deepEqual(personalClaims(credential, sizeOf)['org.example'], { points: 3 });
  assert.equal((personalClaims(credential, sizeOf)[MDL_SPACE] as { portrait: string }).portrait, '<3 bytes>');
});
