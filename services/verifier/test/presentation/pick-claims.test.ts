import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickClaims } from '../../src/presentation/pick-claims.ts';

const credential = {
  type: ['VerifiableCredential'],
  issuer: 'i',
  evidence: ['e'],
  credentialStatus: { id: 's' },
  credentialSubject: {
    name: 'Ada',
    degrees: [
      { name: 'M', grade: 1 },
      { name: 'P', grade: 2 },
    ],
  },
};
const subjectOf = (...paths: (string | number | null)[][]) => pickClaims(credential, paths).credentialSubject;

test('only what the paths select, and what identifies the credential', () => {
  assert.deepEqual(pickClaims(credential, [['credentialSubject', 'name']]), {
    type: ['VerifiableCredential'],
    issuer: 'i',
    credentialSubject: { name: 'Ada' },
  });
  assert.deepEqual(subjectOf(['credentialSubject', 'degrees', null, 'name']), {
    degrees: [{ name: 'M' }, { name: 'P' }],
  });
  assert.deepEqual(subjectOf(['credentialSubject', 'degrees', 1]), { degrees: [{ name: 'P', grade: 2 }] });
  assert.equal(subjectOf(['credentialSubject', 'toString']), undefined);
});

test('without paths everything but the status', () => {
  const { credentialStatus: _, ...all } = credential;
  assert.deepEqual(pickClaims(credential, []), all);
});
