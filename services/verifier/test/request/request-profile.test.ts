/** The table of how requests are made: no row that wallets refuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientIdOf, requestProfile, requestProfiles } from '../../src/request/request-profile.ts';

const RESPONSE_URI = 'https://verifier.example/oid4vp/response';

test('a request is signed if its client identifier is of a certificate, and only then passed by reference', () => {
  for (const { clientIdPrefix, signed, passed } of requestProfiles) {
    assert.equal(signed, clientIdPrefix === 'certificate');
    assert.equal(passed, signed ? 'reference' : 'value');
  }
});

test('the profile age is unsigned, unencrypted to the response URI, and keeps only the answer', () => {
  const age = requestProfile('age');
  assert.deepEqual(
    [age.scheme, age.linkModes, age.pageProtocols, age.keeps],
    ['av', ['direct_post'], ['org-iso-mdoc'], 'answer'],
  );
  const certificate = undefined;
  assert.equal(clientIdOf(age, { responseUri: RESPONSE_URI, certificate }), `redirect_uri:${RESPONSE_URI}`);
  assert.throws(() => clientIdOf(requestProfile(undefined), { responseUri: RESPONSE_URI, certificate }));
});
